import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DEMO_ID, loginOf } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { sample } from '../support/rounds.ts'
import { routeTable } from '../support/routes.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

/**
 * Places in a list that no list has, and the least that is a failure; words that nothing can have find nothing. Places
 * are asked for as data: what fails, fails before a page is drawn.
 */
const EDITED = [
  { query: 'after=A~B', wrong: 500, data: true },
  { query: `before=2026-02-30~${randomUUID()}`, wrong: 500, data: true },
  {
    data: false,
    query: `q=a%0%000b%08c${'x'.repeat(250)}&area=a%00b&agent=%00&status=%00`,
    wrong: 400,
  },
]

it('a page of a list that nobody can turn to is told so', async () => {
  const client = await HttpClient.signedIn(server.origin, `${loginOf('General Manager')}@demo.test`)
  const failures: string[] = []
  const lists = (await routeTable()).flatMap(({ address, id, loader }) =>
    address && loader && !/[:*]|_excel$|\/print$|^\/(signout|neighbor)/.test(address)
      ? [{ address, id }]
      : [],
  )
  expect(lists.length).toBeGreaterThan(50)
  for (const { address, id } of sample(lists, 20))
    for (const { query, wrong, data } of EDITED) {
      const { status } = await client.get(`${address}?${query}${data ? `&_data=${id}` : ''}`)
      if (status >= wrong && status !== 403) failures.push(`${address}?${query}: ${status}`)
    }
  expect(failures).toEqual([])
})

it('a line of what is no product is told so, and what was typed is kept', async () => {
  const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
  for (const address of ['/inventory/purchase-list/purchase-add-purchase', '/sales/bookings/add']) {
    const response = await client.post(address, {
      project: DEMO_ID,
      idempotencyKey: randomUUID(),
      remarks: 'Typed before',
      po_no: 'Typed before',
      'lines[0].product_id': 'no product',
      'lines[0].quantity': '1',
    })
    expect(response.status, address).toBe(422)
    expect(await response.text(), address).toContain('Typed before')
  }
})

it('a form that is too long for an address keeps its values', async () => {
  const client = await HttpClient.signedIn(server.origin, 'finance-admin@demo.test')
  const remarks = 'é'.repeat(5000)
  const response = await client.post('/treasury/treasury-list/treasury-add-collection', {
    project: DEMO_ID,
    idempotencyKey: randomUUID(),
    intent: 'bookings',
    remarks,
  })
  expect(response.status).toBe(422)
  const text = await response.text()
  expect(text).toContain(remarks)
  expect(text).toContain('At most 400 characters.')
})

it('letters of several bytes come whole, and nothing between them', async () => {
  const client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
  for (const letter of ['é', '€', '😀']) {
    const word = letter.repeat(300)
    const text = await (await client.get(`/search?q=${encodeURIComponent(word)}`)).text()
    expect(text.includes(`value="${word}"`), letter).toBe(true)
    expect(text).not.toContain('\0')
  }
})
