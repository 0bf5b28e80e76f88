import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { loginOf } from '../../scripts/demo/people.ts'
import { routeTable } from '../support/routes.ts'
import { testServer } from '../support/server.ts'
import { Visitor } from '../support/visitor.ts'

const server = testServer()

/** Places in a list that no list has. */
const EDITED = ['after=A~B', `before=2026-02-30~${randomUUID()}`]

it('a page of a list that nobody can turn to is told so', async () => {
  const visitor = await Visitor.signedIn(server.origin, `${loginOf('General Manager')}@demo.test`)
  const wrong: string[] = []
  const lists = (await routeTable()).flatMap(({ address, loader }) =>
    address && loader && !/[:*]|_excel$|\/print$|^\/signout/.test(address) ? [address] : [],
  )
  expect(lists.length).toBeGreaterThan(50)
  for (const address of lists)
    for (const place of EDITED) {
      const { status } = await visitor.get(`${address}?${place}`)
      if (status >= 500) wrong.push(`${address}?${place}: ${status}`)
    }
  expect(wrong).toEqual([])
})
