import { expect, it } from 'vitest'
import { ownTimes, plansIn } from './plan-times.ts'

const scan = (ms: number, more = {}) => ({
  'Node Type': 'Seq Scan',
  'Relation Name': 'lines',
  'Actual Total Time': ms,
  'Actual Loops': 1,
  ...more,
})
const message = (plan: object) => `duration: 9 ms  plan:\n${JSON.stringify({ Plan: plan })}`

it('counts of each node what those below it did not take, over all loops', () => {
  const plan = {
    'Node Type': 'Sort',
    'Actual Total Time': 10,
    'Actual Loops': 1,
    Plans: [scan(3, { 'Actual Loops': 2 })],
  }
  const times = ownTimes(plansIn([message(plan), 'duration: 1 ms']))
  expect([...times]).toEqual([
    ['seq scan of lines', 6],
    ['sort', 4],
  ])
})

it('counts a query of a with clause once, and a function of ours by its own statements', () => {
  const plan = {
    'Node Type': 'Aggregate',
    'Actual Total Time': 20,
    'Actual Loops': 1,
    Plans: [
      scan(8, { 'Subplan Name': 'CTE found' }),
      { 'Node Type': 'CTE Scan', 'CTE Name': 'found', 'Actual Total Time': 9, 'Actual Loops': 1 },
      { 'Node Type': 'CTE Scan', 'CTE Name': 'found', 'Actual Total Time': 1, 'Actual Loops': 1 },
      {
        'Node Type': 'Function Scan',
        Schema: 'private',
        'Actual Total Time': 7,
        'Actual Loops': 1,
      },
    ],
  }
  expect(Object.fromEntries(ownTimes(plansIn([message(plan)])))).toEqual({
    'seq scan of lines': 8,
    'cte scan': 2,
    aggregate: 3,
  })
})

it('counts processes that run side by side as one', () => {
  const plan = {
    'Node Type': 'Gather',
    'Actual Total Time': 12,
    'Actual Loops': 1,
    'Workers Launched': 1,
    Plans: [scan(10, { 'Actual Loops': 2 })],
  }
  expect(Object.fromEntries(ownTimes(plansIn([message(plan)])))).toEqual({
    gather: 2,
    'seq scan of lines': 10,
  })
})
