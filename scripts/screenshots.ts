import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { chromium } from 'playwright'
import { DEMO_PASSWORD } from './demo/people.ts'

/** `npm run screenshots`: the README's pictures, from the demo company on a server of its own. */
const PORT = 3990
const ORIGIN = `http://localhost:${PORT}`
const FOLDER = mkdtempSync(path.join(tmpdir(), 'kalakal-pictures-'))

const PICTURES = [
  { name: 'bookings', path: '/sales/bookings', width: 1280 },
  { name: 'booking-entry', path: '/sales/bookings/add', width: 1280 },
  { name: 'receivables', path: '/reports_ar', width: 1280 },
  { name: 'inventory-phone', path: '/inventory/inventory-list/inventory-view-list', width: 390 },
]

const server = spawn(process.execPath, ['scripts/quickstart.mjs'], {
  env: { ...process.env, PORT: String(PORT), KALAKAL_DATA_DIR: FOLDER },
  stdio: 'ignore',
})
try {
  await ready()
  mkdirSync('docs/images', { recursive: true })
  const browser = await chromium.launch({
    executablePath: process.env.CHROMIUM_PATH || '/usr/bin/chromium',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  for (const picture of PICTURES) {
    const context = await browser.newContext({ viewport: { width: picture.width, height: 800 } })
    const page = await context.newPage()
    await page.goto(ORIGIN)
    await page.getByLabel('Email').fill('special-access-1@demo.test')
    await page.getByLabel('Password').fill(DEMO_PASSWORD)
    await page.getByRole('button', { name: 'Log in' }).click()
    await page.waitForURL(/\/home$/)
    await page.goto(ORIGIN + picture.path, { waitUntil: 'networkidle' })
    await page.screenshot({ path: `docs/images/${picture.name}.png` })
    await context.close()
  }
  await browser.close()
  console.log(`${PICTURES.length} pictures in docs/images.`)
} finally {
  server.kill('SIGTERM')
  await new Promise((resolve) => server.once('exit', resolve))
  rmSync(FOLDER, { recursive: true, force: true })
}

/** The demo marker appears when everything is loaded. */
async function ready(): Promise<void> {
  for (let second = 0; second < 180; second++) {
    const response = await fetch(`${ORIGIN}/health`).catch(() => null)
    if (response?.ok && existsSync(path.join(FOLDER, 'demo'))) return
    await new Promise((resolve) => setTimeout(resolve, 1000))
  }
  throw new Error('The demo server did not become ready.')
}
