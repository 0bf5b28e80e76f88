const WORD = /[\p{L}\p{N}]+/gu

const words = (text: string) =>
  text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(WORD) ?? []

/**
 * How well what was typed fits a screen: each typed word must begin one of its words, in any order.
 * 0 is not at all; a name that begins as typed comes before one that has it further on, and that
 * before one that only lies under it.
 */
export function matchOf(typed: string, label: string, section = ''): number {
  const asked = words(typed)
  if (asked.length === 0) return 1
  const own = words(label)
  const all = [...own, ...words(section)]
  const within = (list: string[]) =>
    asked.every((word) => list.some((each) => each.startsWith(word)))
  if (!within(all)) return 0
  if (!within(own)) return 0.3
  return own[0]!.startsWith(asked[0]!) ? 1 : 0.6
}
