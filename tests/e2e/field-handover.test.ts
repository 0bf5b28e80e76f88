import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { World } from '../support/field-campaign/world.ts'
import { fillBooking, type StoredAct, stored } from '../support/field-history.ts'
import { enterField, openPhone } from '../support/field-phone.ts'
import { postgresServer } from '../support/server.ts'
import { connect } from '../support/warm-servers.ts'

const server = postgresServer()
const { visit } = testBrowser(server)
let owner: ReturnType<typeof connect>
let world: World
beforeAll(async () => {
  owner = connect(server)
  world = await World.open(owner)
})
afterAll(() => owner?.end())

it('acts that cannot be sent are handed over as a file, and stay on the phone', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field file'))
  await enterField(page, world.first.email)
  await page.getByText('Ready').waitFor()
  await line(false)
  await fillBooking(page, world.first.customers[0]!, world.product, 'FILE one')
  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText('Saved on this phone.').waitFor()
  await page.getByRole('link', { name: 'More' }).click()
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('or hand them over as a file').waitFor()
  expect(await findings(page)).toEqual([])
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Hand over 1 acts as a file' }).click(),
  ])
  await page.getByText('Send the file to the office.').waitFor()
  const handed = JSON.parse(readFileSync(await file.path(), 'utf8'))
  const [act] = await stored<StoredAct>(page, 'acts', world.first.id)
  expect(handed).toMatchObject({
    person: world.first.id,
    device: expect.stringMatching(/^[0-9a-f-]{36}$/),
    acts: [{ key: act!.key, kind: 'booking', facts: { remarks: 'FILE one' } }],
  })
  // The phone has tried to send it, or not yet: it stays one that the office may not have.
  expect(['waiting', 'sending']).toContain(act!.state)
  await close()
})

it('a tab of an iPhone reads alone, and says how to install the app', async () => {
  const { page, close } = await openPhone(visit, '/field/more')
  onTestFailed(() => picture(page, 'field iphone'))
  await page.context().addInitScript(() => {
    const agent = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_6 like Mac OS X) Version/18.6 Safari/604.1'
    Object.defineProperty(navigator, 'userAgent', { get: () => agent })
  })
  await page.goto('/field/')
  await enterField(page, world.first.email)
  await page.getByText('Ready').waitFor()
  await page.goto(`/field/customers/${world.first.customers[0]}`)
  await page.getByRole('link', { name: 'New booking' }).click()
  await page.getByText('On iPhones, a tab only reads').waitFor()
  expect(await page.getByRole('button', { name: 'Save booking' }).count()).toBe(0)
  expect(await findings(page)).toEqual([])
  await close()
})
