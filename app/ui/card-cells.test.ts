import { createElement } from 'react'
import { expect, it } from 'vitest'
import { type CardColumn, cardOf, cellsOf } from './card-cells.ts'
import { DateText, Money } from './Figures.tsx'

it('leaves out what a row does not have, such as a day that is null, in favor of the next facts', () => {
  const columns: CardColumn<object>[] = [
    { header: 'SO no.', cell: () => 'SO-000001' },
    { header: 'Delivered', cell: () => createElement(DateText, { value: null }) },
    { header: 'Collected', cell: () => createElement(Money, { value: null }) },
    { header: 'Remarks', cell: () => '–' },
    { header: 'Agent', cell: () => 'Jun' },
    { header: 'Area', cell: () => 'Pasig' },
    { header: 'Booked', cell: () => createElement(DateText, { value: '2026-11-21' }) },
    { header: 'Due', cell: () => createElement(DateText, { value: '2026-12-21' }) },
    { header: 'Terms', cell: () => '30 days' },
  ]
  const shown = cellsOf(columns, {}, cardOf(columns), false).filter(({ hidden }) => !hidden)
  expect(shown.map(({ column }) => column.header)).toEqual([
    'SO no.',
    'Agent',
    'Area',
    'Booked',
    'Due',
  ])
})
