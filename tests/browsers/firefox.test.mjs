// The main path in Firefox.

import * as firefox from "./firefox.mjs";
import { mainPath } from "./main-path.mjs";

mainPath(firefox);
