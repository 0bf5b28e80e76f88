import { beforeAll, expect, it } from 'vitest'
import { HttpClient } from '../../tools/http-client.ts'
import { concreteAddress, guardedRoutes } from '../support/routes.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const guarded = await guardedRoutes()
let client: HttpClient

beforeAll(async () => {
  client = await HttpClient.signedIn(server.origin, 'special-access-1@demo.test')
})

it('other methods than reading and posting are refused at every address', async () => {
  const wrong: string[] = []
  for (const { address } of guarded)
    for (const method of ['PUT', 'PATCH', 'DELETE', 'OPTIONS'])
      for (const path of [concreteAddress(address!), `${concreteAddress(address!)}?_data=root`]) {
        const { status } = await client.send(path, { method })
        if (status !== 405) wrong.push(`${method} ${path}: ${status}`)
      }
  expect(wrong).toEqual([])
})

it('posting to an address without an action is refused', async () => {
  const wrong: string[] = []
  for (const { address, action } of guarded) {
    if (action) continue
    const { status } = await client.post(concreteAddress(address!))
    if (status !== 405 && status !== 403) wrong.push(`${address}: ${status}`)
  }
  expect(wrong).toEqual([])
})
