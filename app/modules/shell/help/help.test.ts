import { expect, it } from 'vitest'
import { NAV_ITEMS } from '~/modules/navigation/nav-items'
import { GLOSSARY, readGlossary } from './glossary.server'
import { helpOf } from './pages'

it('reads every term of the glossary with its meaning, without marks', () => {
  expect(GLOSSARY.size).toBe(6)
  const terms = [...GLOSSARY.values()].flat()
  expect(terms.length).toBeGreaterThan(120)
  expect(terms.filter(({ term, meaning }) => !term || !meaning || /[`[]/.test(meaning))).toEqual([])
  expect(
    readGlossary('## A\n\n| Term | M | W | A |\n| - | - | - | - |\n| B | [c](d) `e` | f | G |'),
  ).toEqual(new Map([['A', [{ term: 'B', meaning: 'c e', short: 'G' }]]]))
})

it('has the words of each page of the menu', () => {
  for (const { to } of NAV_ITEMS) {
    const { keys, sections } = helpOf(to)
    expect(keys.length).toBeGreaterThan(5)
    expect([to, sections.every((title) => GLOSSARY.has(title))]).toEqual([to, true])
  }
  expect(helpOf('/treasury/position').sections).toEqual([
    'Receivables and collections',
    'Treasury, cheques and expenses',
  ])
  expect(helpOf('/reports_ar').sections[0]).toBe('Reports')
  expect(helpOf('/project/people').sections).toEqual(['Access and technology'])
})
