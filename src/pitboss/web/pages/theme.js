// The chosen theme, set before anything is drawn; without a choice the system's counts.

const chosen = localStorage.getItem("pitboss.theme");
if (chosen) document.documentElement.dataset.theme = chosen;
