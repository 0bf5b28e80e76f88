import { expect, it } from 'vitest'
import { timesByPart } from './processor-profile.ts'

const node = (id: number, functionName: string, url = '') => ({
  id,
  callFrame: { functionName, url },
})

it('adds up the time of the samples between two moments by the file of their function', () => {
  const profile = {
    nodes: [
      node(1, 'render', 'file:///any/node_modules/react-dom/server.js'),
      node(2, '(idle)'),
      node(3, 'loader', 'file:///any/build/server/index.js'),
      node(4, 'writev'),
    ],
    samples: [1, 1, 2, 3, 4, 1],
    timeDeltas: [10_000, 10_000, 50_000, 4_000, 6_000, 10_000],
  }
  expect(Object.fromEntries(timesByPart(profile, 15, 85))).toEqual({
    React: 10,
    screens: 4,
    sockets: 6,
  })
})
