import { describe, expect, it } from 'vitest'
import { testFixture } from '../support/fixture.ts'

const fixture = testFixture()

const keyOf = async (text: string) => {
  const [row] = await fixture.db.sql<{ key: string }>('select private.paper_key($1) as key', [text])
  return row!.key
}

describe('the key of a paper number', () => {
  it('is the same whatever case, spaces, punctuation and accents', async () => {
    const alike = [
      'SI-00123',
      'si 00123',
      ' SI00123 ',
      'S.I. #00123',
      'SI/00_123',
      'SI\u2013\u200b00123',
      'SI\u00a000123',
      '\uff33\uff29\uff0d\uff10\uff10\uff11\uff12\uff13',
    ]
    for (const text of alike) expect([text, await keyOf(text)]).toEqual([text, 'si00123'])
    expect(await keyOf('Nin\u0303o')).toBe(await keyOf('NI\u00d1O'))
  })

  it('tells numbers apart by each letter and digit', async () => {
    expect(await keyOf('0123')).toBe('0123')
    expect(await keyOf('漢1')).toBe('漢1')
    expect(new Set(await Promise.all(['A1', 'A01', 'A11', 'B1', '1'].map(keyOf))).size).toBe(5)
  })
})
