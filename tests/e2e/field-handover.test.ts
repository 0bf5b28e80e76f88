import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { afterAll, beforeAll, expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { World } from '../support/field-campaign/world.ts'
import { fillBooking, type StoredAct, store, stored } from '../support/field-history.ts'
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

it('acts of another company and more than a file takes are handed over before a person signs out', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field files'))
  await enterField(page, world.first.email)
  await page.getByText('Ready').waitFor()
  await line(false)
  await fillBooking(page, world.first.customers[0]!, world.product, 'FILES one')
  await page.getByRole('button', { name: 'Save booking' }).click()
  await page.getByText('Saved on this phone.').waitFor()
  const [act] = await stored<StoredAct>(page, 'acts', world.first.id)
  const like = (count: number) =>
    Array.from({ length: count }, (_, at) => ({
      ...act,
      key: randomUUID(),
      no: at + 2,
      state: 'waiting',
    }))
  const [here, elsewhere] = [like(500), like(3)]
  const person = world.first.id
  await store(page, 'acts', here, { person })
  await store(page, 'acts', elsewhere, { person, company: randomUUID() })
  await page.goto('/field/more')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  const handOver = page.getByRole('button', { name: 'Hand over 504 acts as a file' })
  await handOver.waitFor()

  // A share sheet that is closed hands nothing over.
  await page.evaluate(() => {
    const closed = async () => {
      throw new DOMException('Closed.', 'AbortError')
    }
    Object.assign(navigator, { canShare: () => true, share: closed })
  })
  await handOver.click()
  await signOut.click()
  await page.getByText('504 acts are on this phone alone.').waitFor()
  expect(await page.getByText('3 at a former company').isVisible()).toBe(true)
  expect(await page.getByText('Send the file to the office.').count()).toBe(0)
  expect(await findings(page)).toEqual([])

  await page.evaluate(() => Object.assign(navigator, { canShare: () => false }))
  const files: { person: string; acts: { key: string }[] }[] = []
  page.on('download', async (file) => {
    files.push(JSON.parse(readFileSync(await file.path(), 'utf8')))
  })
  await handOver.click()
  await page.getByText('Send the file to the office.').waitFor()
  await expect.poll(() => files.length).toBe(3)
  expect(files.map(({ acts }) => acts.length).sort()).toEqual([1, 3, 500])
  expect(files.every((file) => file.person === person)).toBe(true)
  const keys = files.flatMap(({ acts }) => acts.map(({ key }) => key))
  expect(keys.sort()).toEqual([act!, ...here, ...elsewhere].map(({ key }) => key).sort())
  await line(true)
  await page.goto('/field/more')
  await close()
}, 60_000)

it('a photograph whose act was refused is handed over or dropped before a person signs out', async () => {
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field photographs left'))
  await enterField(page, world.first.email)
  await page.getByText('Ready').waitFor()
  const person = world.first.id
  const act = randomUUID()
  const refused = {
    ...{ key: act, no: 1, kind: 'booking', state: 'refused', title: 'A store', copyAsOf: null },
    ...{ device_at: new Date().toISOString(), made_at: new Date().toISOString() },
    facts: { customer_id: world.first.customers[0]!, lines: [] },
    refusal: { code: '22023', message: 'No.', field: null },
  }
  await store(page, 'acts', [refused], { person })
  const photo = { key: randomUUID(), act, taken_at: new Date().toISOString(), state: 'waiting' }
  await store(page, 'photos', [{ ...photo, data: null }], { person })
  await page.goto('/field/more')
  const signOut = page.getByRole('button', { name: 'Sign out' })
  await page.getByRole('button', { name: 'Hand over 1 photographs' }).waitFor()
  await signOut.click()
  await page.getByText('1 of them cannot be sent before the office accepts').waitFor()
  await page.getByRole('button', { name: 'Drop 1 photographs' }).click()
  await page.getByText('the office never gets them').waitFor()
  expect(await findings(page)).toEqual([])
  await page.getByRole('button', { name: 'Keep them' }).click()
  expect(await stored(page, 'photos', person)).toHaveLength(1)

  const [file] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Hand over 1 photographs' }).click(),
  ])
  expect(file.suggestedFilename()).toMatch(/^Photograph-.+\.jpg$/)
  await page.reload()
  // The app that was opened anew knows of no handing over.
  await signOut.click()
  await page.getByText('cannot be sent before').waitFor()
  await page.getByRole('button', { name: 'Drop 1 photographs' }).click()
  await page.getByRole('button', { name: 'Drop them' }).click()
  await page.getByRole('button', { name: 'Drop 1 photographs' }).waitFor({ state: 'detached' })
  expect(await stored(page, 'photos', person)).toEqual([])
  await signOut.click()
  await page.getByLabel('E-mail').waitFor()
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
