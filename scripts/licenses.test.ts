import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { licensePage, licenses } from './licenses/list.ts'

/** Licenses that leave the product under its own; LGPL is that of a library which is loaded, not built in. */
const FREE =
  /^(MIT|MIT-0|ISC|0BSD|BSD-[23]-Clause|Apache-2\.0|BlueOak-1\.0\.0|Unlicense|OFL-1\.1|LGPL-3\.0-or-later)$/

const all = licenses()

describe('other people’s packages', () => {
  it('all say what they may be used under', () => {
    expect(all.filter(({ license }) => license === 'UNKNOWN')).toEqual([])
  })

  it('are free to ship where they ship', () => {
    const bound = all
      .filter(({ ships }) => ships)
      .filter(
        ({ license }) =>
          !license
            .replace(/[()]/g, '')
            .split(/ (?:AND|OR) /)
            .every((one) => FREE.test(one)),
      )
    expect(bound).toEqual([])
  })

  it('are in docs/licenses.md', () => {
    expect(readFileSync('docs/licenses.md', 'utf8')).toBe(licensePage(all))
  })
})
