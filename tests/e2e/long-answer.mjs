/** Some 200 kB of markdown as models write it. */
export function longAnswer() {
  const section = (at) =>
    `## Part ${at}\n\nThe function \`step_${at}\` checks **what** it gets, and calls the *next* one.\n\n- one \`item\`\n- another item of some words\n\n\`\`\`python\ndef step_${at}(a, b):\n    return a + b * ${at}\n\`\`\`\n\n| name | value |\n|---|--:|\n| \`a\` | ${at} |\n\n`;
  let text = "";
  for (let at = 0; text.length < 200_000; at++) text += section(at);
  return `${text}The end of it.`;
}
