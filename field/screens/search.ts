/** Letters without accents, so that "Nino" finds "Niño". */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase()

/** Tells whether every typed word is part of one of the texts. */
export function matches(typed: string, ...texts: (string | undefined)[]): boolean {
  const whole = plain(texts.filter(Boolean).join(' '))
  return plain(typed)
    .split(/\s+/)
    .every((word) => whole.includes(word))
}
