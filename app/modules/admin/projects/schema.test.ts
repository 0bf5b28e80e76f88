import { describe, expect, it } from 'vitest'
import { filledLines, SECTION_SCHEMAS } from './schema'

describe('a list of categories', () => {
  it('is its lines without the spaces around them', () => {
    expect(filledLines(' Soap \r\n\r\nCanned\t goods\n')).toEqual(['Soap', 'Canned goods'])
    expect(filledLines(undefined)).toEqual([])
  })

  it.each([
    ['Soap\n soap', 'soap is a duplicate.'],
    [`Soap\n${'x'.repeat(81)}`, 'At most 80 characters a category.'],
    [Array.from({ length: 201 }, (_, at) => `C${at}`).join('\n'), 'At most 200 categories.'],
  ])('is refused when it cannot be one', (typed, message) => {
    const parsed = SECTION_SCHEMAS.categories.safeParse({ product_categories2: typed })
    expect(parsed.error?.issues).toMatchObject([{ path: ['product_categories2'], message }])
  })
})

describe('details', () => {
  it('keep line ends as LF and take an address with spaces around it', () => {
    const { data } = SECTION_SCHEMAS.details.safeParse({
      name: ' Kalakal ',
      address: '1 Mabini St\r\nCebu',
      owner_email: ' ana@x.test ',
    })
    expect(data).toMatchObject({ name: 'Kalakal', address: '1 Mabini St\nCebu' })
    expect(data?.owner_email).toBe('ana@x.test')
  })
})
