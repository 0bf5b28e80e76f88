/** Prints a line at the foot of every page, on the left. */
export function PaperFooter({ text }: { text: string }) {
  // These characters cannot end the text or the rule.
  const plain = text.replace(/[^\w ./:,()-]/g, '')
  const rule = `@page { @bottom-left { content: "${plain}"; font-size: 0.65rem; } }`
  // biome-ignore lint/security/noDangerouslySetInnerHtml: as a child, React would escape the quotes, which a style sheet does not read.
  return <style dangerouslySetInnerHTML={{ __html: rule }} />
}
