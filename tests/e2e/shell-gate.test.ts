import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { ensureAccount, ensureAdmin } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { picture, signInOnPage, testBrowser } from '../support/browser.ts'
import { pngOf } from '../support/pictures.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const email = 'both@gate.test'
/** Projects are ordered by name: the first is active until another is chosen. */
const projects = { plain: randomUUID(), branded: randomUUID() }

beforeAll(async () => {
  const env = readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  const admin: Db = await ensureAdmin(backend, {
    email: 'admin@demo.test',
    password: DEMO_PASSWORD,
  })
  const command = async (name: 'create_project' | 'provision_member', args: object) => {
    const { error } = await admin.rpc(name, { p_idempotency_key: randomUUID(), ...args } as never)
    expect(error).toBeNull()
  }
  for (const [name, p_project] of [
    ['A plain one', projects.plain],
    ['Branded', projects.branded],
  ])
    await command('create_project', { p_project, p_details: { name } })
  const { id } = await ensureAccount(backend, { email, password: DEMO_PASSWORD })
  await command('provision_member', {
    p_project: projects.plain,
    p_member: {
      user_id: id,
      email,
      display_name: 'Both Projects',
      role: 'General Manager',
      project_ids: Object.values(projects),
    },
  })
}, 60_000)

/** The administrator gives the second project a logo 900 px wide. */
async function giveLogo() {
  const { page, close } = await visit({ scripts: false })
  await enterAs(page, server, 'admin')
  await page.goto(`/admin-projects/${projects.branded}/settings?section=logos`)
  const part = page.getByRole('region', { name: 'Logo of the screens' })
  const file = { name: 'logo.png', mimeType: 'image/png', buffer: await pngOf(900, 300) }
  await part.locator('input[type=file]').setInputFiles(file)
  await part.getByRole('button', { name: 'Save logo' }).click()
  await page.getByText('The logo is saved.').waitFor()
  await close()
}

const width = (page: Page, part: string) =>
  page.locator(part).evaluate((element) => Math.round(element.getBoundingClientRect().width))
const PRODUCT = 'main svg[role=img]'

/**
 * The gate as it is before it goes on: time stands still, and the data of the next screen is held back. Returns what lets
 * the data through; the gate goes by that alone, while time still stands.
 */
async function atTheGate(page: Page) {
  await page.clock.install()
  await page.clock.pauseAt(Date.now() + 3_600_000)
  let release = () => {}
  const released = new Promise<void>((resolve) => {
    release = resolve
  })
  const ofHome = /\/home\?.*_data=/
  await page.route(ofHome, async (route) => {
    await released
    await route.continue()
  })
  await page.goto('/')
  await page.getByText('SIGNING IN....').waitFor()
  expect(await width(page, PRODUCT)).toBe(300)
  expect(await page.locator('main .animate-spin').isVisible()).toBe(true)
  expect(await page.getByText('POWERED BY').count()).toBe(0)
  await page.clock.runFor(100)
  await page.getByText('SIGNING IN....').waitFor({ state: 'detached' })
  return async () => {
    expect(new URL(page.url()).pathname).toBe('/')
    release()
    await page.waitForURL(/\/home$/)
    await page.unroute(ofHome)
  }
}

describe('the gate', () => {
  it('shows the product alone, or the active project’s logo with POWERED BY', async () => {
    await giveLogo()
    const { page, problems, close } = await visit({ own: true })
    onTestFailed(() => picture(page, 'gate'))
    await signInOnPage(page, email)
    await page.waitForURL(/\/home$/)
    let goOn = await atTheGate(page)
    expect(await page.locator('main img').count()).toBe(0)
    expect(await width(page, PRODUCT)).toBe(300)
    await goOn()

    await page.getByText('A plain one').first().click()
    await page.getByRole('button', { name: 'Branded' }).click()
    await page.waitForFunction(() => localStorage.getItem('logoURI')?.startsWith('/logos/'))
    goOn = await atTheGate(page)
    await page.getByText('POWERED BY').waitFor()
    expect(await width(page, 'main img')).toBe(400)
    expect(await width(page, PRODUCT)).toBe(80)
    const logo = await page.locator('main img').getAttribute('src')
    expect(logo).toContain(`/logos/${projects.branded}/Branded/`)
    const stored = await page.evaluate(() => [localStorage.logoURI, localStorage.logoURI1])
    expect(stored).toEqual([logo, 'null'])
    await goOn()

    // The gate fits on a phone, and shows the product's name if the logo does not load.
    await page.setViewportSize({ width: 390, height: 780 })
    goOn = await atTheGate(page)
    await page.getByText('POWERED BY').waitFor()
    expect(await width(page, 'main img')).toBeLessThan(390)
    await goOn()
    await page.route('**/logos/**', (route) => route.abort())
    await atTheGate(page)
    expect(await page.getByText('POWERED BY').count()).toBe(0)
    expect(await width(page, PRODUCT)).toBe(300)
    expect(problems.filter((problem) => !/ERR_FAILED/.test(problem))).toEqual([])
    await close()
  })
})
