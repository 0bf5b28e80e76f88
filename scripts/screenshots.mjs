// `npm run screenshots` takes the pictures of README and docs from the built app with the demo companies in a temporary
// folder. With `--all <folder>` it takes every screen into a contact sheet that is not committed (without a
// folder: test-results/contact-sheet).
// It needs a build and a Chromium, found as `npm run verify` finds it.
import { spawn, spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium as library } from 'playwright'
import sharp from 'sharp'
import { needBrowser } from '../tools/needs.mjs'
import { contactSheet } from './screenshots/contact-sheet.mjs'

const TARGET = path.resolve('docs/images')
const PASSWORD = 'Kalakal-demo-2026'
const LAPTOP = { width: 1366, height: 768 }
const PHONE = { width: 390, height: 780 }

const folder = mkdtempSync(path.join(tmpdir(), 'kalakal-screenshots-'))
const env = { ...process.env, KALAKAL_DATA_DIR: folder, PORT: process.env.PORT || '3180' }

async function main() {
  const executablePath = await needBrowser()
  if (!executablePath) throw new Error('No Chromium: set CHROMIUM_PATH or install chromium.')
  const demo = ['node_modules/tsx/dist/cli.mjs', 'scripts/demo/years/index.ts']
  const loaded = spawnSync(process.execPath, demo, { env, stdio: 'inherit' })
  if (loaded.status !== 0) throw new Error('The demo companies could not be loaded.')
  const { server, origin } = await startServer()
  const browser = await library.launch({ executablePath, args: ['--no-sandbox'] })
  try {
    if (process.argv.includes('--all'))
      await contactSheet((email, viewport) => signedIn(browser, origin, viewport, email))
    else {
      mkdirSync(TARGET, { recursive: true })
      await pictures(browser, origin)
    }
  } finally {
    await browser.close()
    server.kill('SIGTERM')
    await new Promise((resolve) => server.once('exit', resolve))
  }
}

/** @returns {Promise<{ server: import('node:child_process').ChildProcess, origin: string }>} */
function startServer() {
  const server = spawn(process.execPath, ['build/http/index.js'], {
    env: { ...env, NODE_ENV: 'production', LOG_LEVEL: 'warn' },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  return new Promise((resolve, reject) => {
    server.once('message', (message) => {
      resolve({ server, origin: /** @type {{ listening: string }} */ (message).listening })
    })
    server.once('exit', (code) => reject(new Error(`The server ended with code ${code}.`)))
  })
}

/** @param {import('playwright').Browser} browser @param {string} baseURL */
async function pictures(browser, baseURL) {
  const sales = await signedIn(browser, baseURL, LAPTOP, 'invoice-admin@demo.test')
  await sales.goto('/sales/bookings')
  await take(sales, 'bookings')

  await sales.goto('/sales/bookings/add')
  await choose(sales, 'Customer', 1)
  await choose(sales, 'Product', 2)
  await sales.getByLabel('Quantity').first().fill('3 cs + 5 pc')
  await sales.keyboard.press('Tab')
  await take(sales, 'booking-entry')

  const phone = await signedIn(browser, baseURL, PHONE, 'invoice-admin@demo.test')
  await phone.goto('/sales/bookings')
  await take(phone, 'bookings-phone')

  const manager = await signedIn(browser, baseURL, LAPTOP, 'general-manager@demo.test')
  await manager.goto('/reports_ar')
  await take(manager, 'receivables')

  await manager.goto('/gm-portal')
  await take(manager, 'portal')

  await manager.goto('/inbox')
  await take(manager, 'inbox')

  const agent = await inField(browser, baseURL, 'agent@demo.test')
  await take(agent, 'field-agent')
  await agent.locator('main ol a').first().click()
  await agent.getByRole('link', { name: 'New booking' }).click()
  await agent.getByRole('button', { name: 'Copy the last order' }).click()
  await take(agent, 'field-booking')
}

/**
 * Signs a person in to the app for the field, and waits for the copy of data.
 * @param {import('playwright').Browser} browser
 * @param {string} baseURL
 * @param {string} email
 */
async function inField(browser, baseURL, email) {
  const page = await pageOf(browser, baseURL, PHONE)
  await page.goto('/field/')
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('Ready').waitFor()
  return page
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} baseURL
 * @param {{ width: number, height: number }} viewport
 * @param {string} email
 */
async function signedIn(browser, baseURL, viewport, email) {
  const page = await pageOf(browser, baseURL, viewport)
  await page.goto('/')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/home$/)
  return page
}

/**
 * @param {import('playwright').Browser} browser
 * @param {string} baseURL
 * @param {{ width: number, height: number }} viewport
 */
async function pageOf(browser, baseURL, viewport) {
  // A picture in the middle of a transition has colors of nobody.
  const look = /** @type {const} */ ({ colorScheme: 'light', reducedMotion: 'reduce' })
  const context = await browser.newContext({ baseURL, viewport, ...look })
  return context.newPage()
}

/** Takes an entry of a picker. @param {import('playwright').Page} page @param {string} label @param {number} nth */
async function choose(page, label, nth) {
  await page.getByRole('combobox', { name: label }).first().click()
  await page.getByRole('listbox').getByRole('option').nth(nth).click()
}

/** @param {import('playwright').Page} page @param {string} name */
async function take(page, name) {
  await page.waitForLoadState('networkidle')
  await page.waitForTimeout(700)
  const file = path.join(TARGET, `${name}.png`)
  await sharp(await page.screenshot())
    .png({ palette: true, colors: 128, effort: 10 })
    .toFile(file)
}

try {
  await main()
} finally {
  rmSync(folder, { recursive: true, force: true })
}
