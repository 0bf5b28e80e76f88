import RULES from './tax-rules.json'

const SOURCES: Readonly<Record<string, { name: string; title: string; read: string }>> =
  RULES.sources

/** Returns the sources of all rules: name, title, and the day on which they were read. */
export const taxSources = () => Object.values(SOURCES)

/** Returns what a rule of the tax office says, with the names of its sources. */
export function taxRule(name: keyof typeof RULES.rules): string {
  const { text, sources } = RULES.rules[name]
  return `${text} (${sources.map((source) => SOURCES[source]!.name).join(', ')})`
}

/** Stands on every page that shows such rules. */
export const TAX_ADVICE = `${RULES.advice}.`
