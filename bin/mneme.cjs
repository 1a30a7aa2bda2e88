#!/usr/bin/env -S node --max-semi-space-size=4
"use strict";

// What `mneme` runs first: old versions of Node.js can parse this file, and not what it starts.
var required = require("../package.json").engines.node.replace(/^\D+/, "");

function isOlder(version, than) {
  var parts = version.split(".").map(Number);
  var others = than.split(".").map(Number);
  return parts[0] < others[0] || (parts[0] === others[0] && parts[1] < others[1]);
}

if (isOlder(process.versions.node, required)) {
  process.stderr.write(
    "mneme: Node.js " + required + " or newer is needed, and " + process.execPath + " is " + process.version + "\n",
  );
  process.exitCode = 1;
} else {
  import("../dist/src/main.js");
}
