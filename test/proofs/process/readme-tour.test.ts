import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { absenceOf, skipWhen } from "../../support/backends.js";
import { freePort, sectionOf, shellCommands, ShellTour, type TourResult } from "../../support/shell-tour.js";
import { temporaryFolder } from "../../support/temporary-directory.js";

/** In the order in which they continue the README's tour, which sets the variables that all of them use. */
const PAGES = ["docs/api.md", "docs/notifications.md"];

/** What the commands show, each in the words of the README. */
const SHOWN = [
  '"description":"Send Ana the photos by Friday"',
  '"title":"Meet at the harbour"',
  '"description":"Print the photos"',
  '"content":"I am allergic to nuts."',
  '"title":"Read more books"',
  '"text":"Water the roses"',
  "event: ready",
];

describe("the tour of the README and the pages that continue it", function () {
  this.timeout(900_000);

  let folder: Awaited<ReturnType<typeof temporaryFolder>>;
  let commands: readonly string[];
  let tour: ShellTour;

  before(function () {
    skipWhen(absenceOf("bash", "--version") ?? absenceOf("curl", "--version"), this);
  });

  beforeEach(async () => {
    const port = await freePort();
    const pages = await Promise.all(PAGES.map((page) => readFile(page, "utf8")));
    const text = [sectionOf(await readFile("README.md", "utf8"), "A tour with curl"), ...pages].join("\n");
    commands = shellCommands(text).map((command) =>
      // Other than ntfy.sh, this host never exists: nothing is sent to the topics of others.
      command.replaceAll("127.0.0.1:8080", `127.0.0.1:${port}`).replaceAll("https://ntfy.sh/", "https://ntfy.invalid/"),
    );
    folder = await temporaryFolder();
    tour = await ShellTour.create(folder.path, port);
  });
  afterEach(async () => {
    tour.kill();
    await folder.remove();
  });

  function expectSuccess({ output, errors, statuses, exitCode }: TourResult): void {
    const log = `${output}\n${errors}`;
    const calls = commands.flatMap((command) => command.match(/\bcurl\b/g) ?? []);
    expect(calls).to.have.length.greaterThan(20);
    expect(errors, log).not.to.include("unbound variable").and.not.include("mneme:");
    expect(statuses, log).to.have.length(calls.length);
    for (const [at, status] of statuses.entries()) expect(status, `curl ${at + 1}\n${log}`).to.match(/^2\d\d$/);
    for (const text of SHOWN) expect(output, log).to.include(text);
    expect(exitCode, log).to.equal(0);
  }

  it("works when it is pasted at once, and again over the same data", async () => {
    expectSuccess(await tour.pasteAll(commands));
    expectSuccess(await tour.pasteAll(commands));
  });

  it("works when it is pasted line by line, and again over the same data", async () => {
    expectSuccess(await tour.pasteSlowly(commands));
    expectSuccess(await tour.pasteSlowly(commands));
  });
});
