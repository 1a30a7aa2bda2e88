import eslint from "@eslint/js";
import tseslint from "typescript-eslint";

export default tseslint.config(
  { ignores: [".cache", "dist/", "node_modules/"] },
  eslint.configs.recommended,
  tseslint.configs.strictTypeChecked,
  {
    languageOptions: { parserOptions: { projectService: true, tsconfigRootDir: import.meta.dirname } },
    rules: {
      // Numbers and booleans read well in messages; objects do not, and stay forbidden.
      "@typescript-eslint/restrict-template-expressions": ["error", { allowNumber: true, allowBoolean: true }],
      "@typescript-eslint/consistent-type-imports": "error",
      "@typescript-eslint/no-confusing-void-expression": ["error", { ignoreArrowShorthand: true }],
      "no-useless-rename": "error",
      "object-shorthand": ["error", "properties"],
      eqeqeq: ["error", "always", { null: "ignore" }],
    },
  },
  {
    // Time, identity and chance come in from outside (design 1): only the system adapter makes them.
    files: ["src/**/*.ts"],
    ignores: ["src/adapters/system/**"],
    rules: {
      "no-restricted-syntax": [
        "error",
        { selector: "NewExpression[callee.name='Date'][arguments.length=0]", message: "Take the time from a Clock." },
        {
          selector: "MemberExpression[object.name='Date'][property.name='now']",
          message: "Take the time from a Clock.",
        },
        { selector: "Identifier[name='randomUUID']", message: "Take ids from Ids." },
        {
          selector: "MemberExpression[object.name='Math'][property.name='random']",
          message: "Chance belongs to the system adapter.",
        },
      ],
    },
  },
  {
    // There is nothing to wait for in memory, and still what is thrown must become a rejection.
    files: ["src/adapters/in-memory/**"],
    rules: { "@typescript-eslint/require-await": "off" },
  },
  { files: ["**/*.js"], extends: [tseslint.configs.disableTypeChecked] },
  {
    files: ["examples/**/*.js"],
    languageOptions: { globals: { Buffer: "readonly", console: "readonly", process: "readonly" } },
  },
  {
    // Runs in mongosh.
    files: ["deploy/mongodb-healthcheck.js"],
    languageOptions: { globals: { connect: "readonly", process: "readonly" } },
  },
  {
    // Read by versions of Node.js that know nothing newer.
    files: ["bin/*.cjs"],
    extends: [tseslint.configs.disableTypeChecked],
    languageOptions: { sourceType: "commonjs", globals: { process: "readonly", require: "readonly" } },
    rules: { "no-var": "off", "@typescript-eslint/no-require-imports": "off" },
  },
  // Mocha's and chai's idiom: an assertion may be an expression.
  { files: ["test/**/*.ts"], rules: { "@typescript-eslint/no-unused-expressions": "off" } },
);
