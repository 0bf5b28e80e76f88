import { readdirSync, statSync } from 'node:fs'
import { expect, it, onTestFailed } from 'vitest'
import { findings } from '../support/axe.ts'
import { picture, testBrowser } from '../support/browser.ts'
import { enterField, openPhone, smallTargets } from '../support/field-phone.ts'
import { enterAs } from '../support/screens.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)
const heading = (name: string) => ({ name, level: 1 })

it('an agent signs in, and the app starts again without a line', async () => {
  const { page, line, problems, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field shell'))
  await page.getByLabel('E-mail').fill('agent@demo.test')
  await page.getByLabel('Password').fill('Not-the-password-1')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('alert').getByText('Email and password does not match.').waitFor()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('agent@demo.test')
  expect(await findings(page)).toEqual([])
  await enterField(page, 'agent@demo.test')

  await line(false)
  await page.getByRole('status').getByText('Offline').waitFor()
  await page.goto('/field/more')
  await page.getByRole('heading', heading('More')).waitFor()
  await page.reload()
  await page.getByText('Agent at Bayanihan Distribution').waitFor()
  for (const colorScheme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await findings(page), colorScheme).toEqual([])
  }
  // The session cannot be ended without a line, so the person stays.
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('alert').waitFor()
  await page.getByRole('link', { name: 'Today' }).click()
  await page.getByRole('heading', heading('Today')).waitFor()

  await line(true)
  // The session does not end under a refresh that is on its way.
  let arrives = () => {}
  const held = new Promise<void>((resolve) => {
    arrives = resolve
  })
  await page.route('**/field/api/snapshot', (route) => held.then(() => route.continue()))
  const order: string[] = []
  page.on('request', (call) => {
    if (call.url().endsWith('/sign-out')) order.push('sign-out')
  })
  page.on('response', (call) => {
    if (call.url().endsWith('/snapshot')) order.push('snapshot')
  })
  const asked = page.waitForRequest('**/field/api/snapshot')
  await page.goto('/field/more')
  await asked
  await page.getByRole('button', { name: 'Sign out' }).click()
  await page.getByRole('button', { name: 'Signing out…' }).waitFor()
  arrives()
  await page.getByLabel('E-mail').waitFor()
  expect(order).toEqual(['snapshot', 'sign-out'])
  expect(problems.filter((text) => !/ERR_INTERNET_DISCONNECTED/.test(text))).toEqual([])
  await close()
})

it('the session that ends leaves the work on the phone', async () => {
  const { page, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field session ended'))
  await enterField(page, 'agent@demo.test')
  await page.context().clearCookies()
  await page.reload()
  const again = page.getByRole('link', { name: 'Sign in to send and refresh' })
  await again.waitFor()
  expect(await smallTargets(page)).toEqual([])
  await again.click()
  expect(await page.getByLabel('E-mail').inputValue()).toBe('agent@demo.test')
  await enterField(page, 'agent@demo.test')
  await page.getByRole('heading', heading('Today')).waitFor()
  expect(await page.getByText('Your session has ended.').count()).toBe(0)
  await close()
})

it('the version check of the office leaves the shell on the phone', async () => {
  const { page, line, close } = await openPhone(visit)
  onTestFailed(() => picture(page, 'field and office'))
  await enterField(page, 'agent@demo.test')
  await page.evaluate(() => caches.open('of-the-office'))
  await enterAs(page, server, 'sales admin')
  await page.goto('/home')
  await page.evaluate(() => localStorage.setItem('version', '0.0.1'))
  await page.goto('/home')
  // The office clears its caches and then reloads itself, which must be over before the line is cut.
  const came = () =>
    page.evaluate(() =>
      performance.getEntriesByType('navigation').map((each) => each.toJSON().type),
    )
  await expect.poll(came).toEqual(['reload'])
  await page.waitForLoadState()
  expect(await page.evaluate(() => caches.has('of-the-office'))).toBe(false)
  await line(false)
  await page.goto('/field/')
  await page.getByRole('heading', heading('Today')).waitFor()
  await close()
})

it('the first script has at most 120 kB', () => {
  const folder = 'build/field/assets'
  const scripts = readdirSync(folder).filter((name) => name.endsWith('.js.br'))
  expect(scripts.length).toBeGreaterThan(0)
  const bytes = scripts.map((name) => statSync(`${folder}/${name}`).size)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThan(120_000)
})
