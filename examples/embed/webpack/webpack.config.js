// Nothing of the panel needs a setting.
export default { mode: "production", entry: "./src/main.js" };
