// On top of the documentation: the same ways as on every other page for everyone.

import { showTop } from "./public.js";

showTop("");
