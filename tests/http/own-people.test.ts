import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { DEMO_ID } from '../../scripts/demo/people.ts'
import { HttpClient } from '../../tools/http-client.ts'
import { testServer } from '../support/server.ts'

const server = testServer()

const ADD = `/project/people/add?${new URLSearchParams({ _data: 'modules/admin/own/person-add.route' })}`

/** The answer of the form, after an invitation of this address by the manager of the first company. */
async function invited(email: string) {
  const client = await HttpClient.signedIn(server.origin, 'general-manager@demo.test')
  const response = await client.post(ADD, {
    ...{ project: DEMO_ID, idempotencyKey: randomUUID(), role: 'finance admin' },
    ...{ email, display_name: 'Somebody' },
  })
  return { status: response.status, text: await response.text() }
}

it('an invitation says of an address in another company no more than that it cannot be invited', async () => {
  const told = 'This address cannot be invited. Ask the administrator.'
  for (const email of [
    'owner@other.test',
    'OWNER@Other.test',
    'agent@other.test',
    'admin@demo.test',
  ]) {
    const { status, text } = await invited(email)
    expect([email, status], text.slice(0, 300)).toEqual([email, 422])
    expect(text).toContain(told)
    expect(text).not.toMatch(/already|account|exists|Mabuhay/i)
  }
  const own = await invited('owner@demo.test')
  expect(own.status).toBe(422)
  expect(own.text).not.toContain(told)
  expect(own.text).toMatch(/already/i)
})
