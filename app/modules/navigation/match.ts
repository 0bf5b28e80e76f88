const WORD = /[\p{L}\p{N}]+/gu

const words = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []

/**
 * Ranks a screen for a search. Each word of the search must begin a word of the screen, in any
 * order. 1: the screen's name begins with the search. 0.6: its name contains all words. 0.4: some
 * words are only among its further words. 0.3: some are only in its section. 0: no match.
 */
export function matchOf(typed: string, label: string, section = '', further = ''): number {
  const wanted = words(typed)
  if (wanted.length === 0) return 1
  const own = words(label)
  const known = [...own, ...words(further)]
  const within = (list: string[]) =>
    wanted.every((word) => list.some((each) => each.startsWith(word)))
  if (!within([...known, ...words(section)])) return 0
  if (!within(known)) return 0.3
  if (!within(own)) return 0.4
  return own[0]!.startsWith(wanted[0]!) ? 1 : 0.6
}
