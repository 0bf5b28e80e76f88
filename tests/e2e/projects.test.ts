import { randomUUID } from 'node:crypto'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Db } from '../../app/platform/request/context.ts'
import { openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { signInAs } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { isSignIn, openMore, pick, picture, testBrowser, type Visit } from '../support/browser.ts'
import { gif, noise, pngOf } from '../support/pictures.ts'
import { SCRIPTS } from '../support/rounds.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { signedIn } = testBrowser(server, { scripts: false })

/** The administrator's client on the server's own database. */
let db: Db

beforeAll(async () => {
  const env = readEnv({ KALAKAL_DATA_DIR: server.folder })
  const backend = await openBackend(env, { origin: server.origin, as: 'tool' })
  db = await signInAs(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
})

async function make(name: string): Promise<string> {
  const id = randomUUID()
  const made = { p_project: id, p_idempotency_key: id, p_details: { name } }
  const { error } = await db.rpc('create_project', made)
  if (error) throw error
  return id
}

const readProject = async (id: string) =>
  (await db.rpc('project_details', { p_project: id })).data as Record<string, unknown>

async function asAdmin(scripts: boolean, name: string, drawn = scripts): Promise<Visit> {
  const admin = await signedIn('admin@demo.test', { scripts, drawn })
  onTestFailed(() => picture(admin.page, `projects ${name} ${scripts}`))
  return admin
}

const save = ({ page }: Visit) =>
  page.getByRole('button', { name: 'Save', exact: true }).last().click()

describe.each(SCRIPTS)('a project, scripts $scripts', ({ scripts }) => {
  it('is created with the required values, after refusals that keep what was typed', async () => {
    const admin = await asAdmin(scripts, 'create')
    const { page, problems } = admin
    await page.goto('/admin-projects')
    await page.getByRole('link', { name: 'Add project' }).first().click()
    const name = `Luzon Trading ${scripts}`
    const categories = page.getByLabel('Category 1')
    await page.getByLabel('Project name').fill('bayanihan DISTRIBUTION')
    await page.getByLabel("Owner's e-mail").fill(' ana@luzon.test ')
    await categories.fill('Soap\nNoodles\n soap ')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('soap is a duplicate.').waitFor()
    expect(await categories.inputValue()).toBe('Soap\nNoodles\n soap ')
    await categories.fill('Soap\n\nNoodles ')
    await page.getByLabel('Category 3').fill(' Retail \n Export')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.getByText('A project with this name already exists.').waitFor()
    await page.getByLabel('Project name').fill(name)
    await pick(admin, 'Time zone', 'Asia/Tokyo')
    await pick(admin, 'Currency', 'Japanese Yen')
    await page.getByRole('button', { name: 'Create project' }).click()
    await page.waitForURL(/admin-projects\/[0-9a-f-]{36}\/guide$/)
    const id = page.url().split('/').at(-2)!
    await page.goto(`/admin-projects/${id}`)
    await page.getByText('SO-000001').waitFor()
    expect(await readProject(id)).toMatchObject({
      name,
      owner_email: 'ana@luzon.test',
      ...{ status: 'active', booking_count: 0, voucher_count: 1 },
      collection_list: 'list',
      collection_group_list: ['list'],
      product_categories1: ['Soap', 'Noodles'],
      product_categories2: [],
      product_categories3: ['Retail', 'Export'],
      logo_uri: null,
      time_zone: 'Asia/Tokyo',
      currency: 'JPY',
    })
    expect(problems).toEqual([])
    await admin.close()
  })

  it('has settings by section, each of which changes its own and shows on its page', async () => {
    const id = await make(`Sections ${scripts}`)
    const admin = await asAdmin(scripts, 'sections')
    const { page, problems } = admin
    await page.goto(`/admin-projects/${id}`)
    await page.locator('main').getByRole('link', { name: 'Settings' }).click()
    const tab = (name: string) =>
      page.getByRole('navigation', { name: 'Sections' }).getByRole('link', { name }).click()

    await page.getByLabel('Project name').fill('')
    await page.getByLabel('Title').fill('Sections, Incorporated')
    await save(admin)
    await page.getByText("Enter the company's name.").waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Sections, Incorporated')
    await page.getByLabel('Project name').fill(`Sections ${scripts} 2`)
    await page.getByLabel('Owner', { exact: true }).fill('Ana Reyes')
    await page.getByLabel("Owner's e-mail").fill('ana@sections.test')
    await page.getByLabel('Address').fill('1 Mabini St\nCebu City')
    await page.getByLabel('TIN and contact line').fill('VAT reg. TIN 123-456')
    await page.getByLabel('Payment details line').fill('Terms: 30 days')
    await save(admin)
    await page.getByText('Details: saved.').waitFor()

    await tab('Categories')
    await page.getByLabel('Category 1').fill('Soap\nSOAP')
    await page.getByLabel('Category 2').fill('Liquid\nBar')
    await save(admin)
    await page.getByText('SOAP is a duplicate.').waitFor()
    expect(await page.getByLabel('Category 2').inputValue()).toBe('Liquid\nBar')
    await page.getByLabel('Category 1').fill('Soap\nNoodles\nSardines')
    if (scripts) await page.getByText('3 categories', { exact: true }).waitFor()
    await page.getByLabel('Category 3').fill('House brand')
    await save(admin)
    await page.getByText('Categories: saved.').waitFor()

    await tab('Numbering')
    await page.getByLabel('Next SO no.').fill('0')
    await save(admin)
    await page.getByText('At least 1.').waitFor()
    await page.getByLabel('Next SO no.').fill('501')
    await page.getByLabel('Next voucher no.').fill('77')
    await save(admin)
    await page.getByText('Numbering: saved.').waitFor()

    await tab('Region')
    await pick(admin, 'Time zone', 'Asia/Kolkata')
    await pick(admin, 'Currency', 'Indian Rupee')
    await save(admin)
    await page.getByText('Region: saved.').waitFor()

    await tab('Collections and aging')
    await page.getByLabel('Second up to').fill('15')
    await save(admin)
    await page.getByText('Enter more days than in the previous bucket.').waitFor()
    for (const [label, days] of [
      ['First', '7'],
      ['Second', '15'],
      ['Third', '45'],
    ])
      await page.getByLabel(`${label} up to`).fill(days!)
    await page.getByLabel('Aging basis').selectOption('document')
    if (scripts) await page.getByText('0–7, 8–15, 16–45, Over 45').waitFor()
    await page.getByLabel('DRR label').fill('Remittance')
    await save(admin)
    await page.getByText('Collections and aging: saved.').waitFor()

    await tab('Credit')
    await page.getByLabel('Price floor').fill('101')
    await save(admin)
    await page.getByText('Enter a percentage from 0 to 100').waitFor()
    await page.getByLabel('Price floor').fill('62.5')
    await page.getByLabel('Allow back-orders').check()
    await save(admin)
    await page.getByText('Credit: saved.').waitFor()
    expect(await page.getByLabel('Allow back-orders').isChecked()).toBe(true)

    await tab('Separation of duties')
    for (const rule of ['Receipts', 'Raised credit limits', 'Overrides', 'Price and quantity'])
      await page.getByLabel(rule).uncheck()
    await save(admin)
    await page.getByText('Separation of duties: saved.').waitFor()

    await page.goto(`/admin-projects/${id}`)
    for (const text of [
      'Sections, Incorporated',
      'Ana Reyes',
      'ana@sections.test',
      'VAT reg. TIN 123-456',
      'Terms: 30 days',
      'Sardines',
      'House brand',
      'SO-000501',
      '77',
      'Asia/Kolkata',
      'INR',
      'Remittance',
      'Document date',
      '0–7, 8–15, 16–45, Over 45',
      'Also by the user who entered the booking or set the price',
      'Also by the user who requested them',
      '62.5% of current SRP',
      'Also by the user who raised it',
      'Also by the user who recorded them',
    ])
      await page.locator('main').getByText(text, { exact: true }).waitFor()
    await page.getByText('Allowed', { exact: true }).waitFor()
    expect(await readProject(id)).toMatchObject({
      address: '1 Mabini St\nCebu City',
      product_categories2: ['Liquid', 'Bar'],
      booking_count: 500,
      voucher_count: 77,
      // Seven saves or fewer: nothing was written by a refused form.
      version: 8,
    })
    expect(problems).toEqual([])
    await admin.close()
  })

  it('empties a field that is cleared', async () => {
    const id = await make(`Cleared ${scripts}`)
    const admin = await asAdmin(scripts, 'cleared')
    const { page } = admin
    await page.goto(`/admin-projects/${id}/settings`)
    await page.getByLabel('Title').fill('For a while')
    await page.getByLabel('TIN and contact line').fill('For a while')
    await save(admin)
    await page.getByText('Details: saved.').waitFor()
    await page.getByLabel('Title').fill('')
    await page.getByLabel('TIN and contact line').fill('')
    await save(admin)
    await expect.poll(async () => (await readProject(id)).title).toBeNull()
    expect((await readProject(id)).other_info1).toBe('')
    await admin.close()
  })

  it('refuses a form that is older than the last change, shows both, and saves when asked again', async () => {
    const id = await make(`Stale ${scripts}`)
    const admin = await asAdmin(scripts, 'stale')
    const { page } = admin
    await page.goto(`/admin-projects/${id}/settings`)
    await page.getByLabel('Title').fill('Mine')
    const { error } = await db.rpc('update_project', {
      p_project: id,
      p_idempotency_key: randomUUID(),
      p_version: 1,
      p_details: { title: 'Theirs', owner_name: 'Their owner' },
    })
    expect(error).toBeNull()
    const answer = page.waitForResponse((response) => response.request().method() === 'POST')
    await save(admin)
    expect((await answer).status()).toBe(409)
    await page.getByText('This record was changed by another user.').waitFor()
    expect(await page.getByLabel('Title').inputValue()).toBe('Mine')
    await page.getByRole('region', { name: 'Changed by another' }).getByText('Theirs').waitFor()
    expect((await readProject(id)).title).toBe('Theirs')
    await page.getByLabel('Owner', { exact: true }).fill('Their owner')
    await save(admin)
    await page.getByText('Details: saved.').waitFor()
    expect(await readProject(id)).toMatchObject({ title: 'Mine', owner_name: 'Their owner' })
    await admin.close()
  })

  it('keeps a number that a document has drawn', async () => {
    const admin = await asAdmin(scripts, 'numbers')
    const { page } = admin
    await page.goto('/admin-projects?q=Bayanihan')
    await page.getByRole('link', { name: 'Bayanihan Distribution' }).click()
    await page.getByRole('link', { name: 'Change numbering' }).click()
    const fields = ['Next SO no.', 'Next voucher no.'].map((label) => page.getByLabel(label))
    for (const field of fields) expect(await field.getAttribute('readonly')).not.toBeNull()
    expect(await page.getByText('This series is in use.').count()).toBe(2)

    const id = await make(`Numbers ${scripts}`)
    await page.goto(`/admin-projects/${id}/settings?section=numbering`)
    for (const field of fields) await field.fill('9')
    await save(admin)
    await page.getByText('Numbering: saved.').waitFor()
    for (const field of fields) expect(await field.inputValue()).toBe('9')
    await admin.close()
  })

  it('takes, shows, replaces and removes its logos', async () => {
    const id = await make(`Logos ${scripts}`)
    const admin = await asAdmin(scripts, 'logos', true)
    const { page, problems } = admin
    await page.goto(`/admin-projects/${id}/settings?section=logos`)
    const part = page.getByRole('region', { name: 'Logo of the screens' })
    const choose = (buffer: Buffer, name = 'logo.png') =>
      part.locator('input[type=file]').setInputFiles({ name, mimeType: 'image/png', buffer })
    const image = part.getByRole('img', { name: 'Logo of the screens' })
    const width = () =>
      image.evaluate((shown: HTMLImageElement) => shown.decode().then(() => shown.naturalWidth))

    await choose(await gif())
    await part.getByRole('button', { name: 'Save logo' }).click()
    await part.getByText('This is not a picture. Choose a PNG, JPEG or WebP file.').waitFor()
    await choose(await noise(1_200_000))
    await part.getByRole('button', { name: 'Save logo' }).click()
    await part.getByText('Choose a file of at most 1 MiB.').waitFor()
    expect((await readProject(id)).logo_uri).toBeNull()

    await choose(await pngOf(900, 300))
    if (scripts) {
      await part.getByText('Not saved yet.').waitFor()
      expect(await width()).toBe(900)
    }
    await part.getByRole('button', { name: 'Save logo' }).click()
    await page.getByText('The logo is saved.').waitFor()
    expect(await part.getByText('Not saved yet.').count()).toBe(0)
    expect(await width()).toBe(800)

    await choose(await pngOf(333, 100))
    await part.getByRole('button', { name: 'Replace logo' }).click()
    await expect.poll(width).toBe(333)
    await page.goto(`/admin-projects/${id}`)
    expect(await page.getByRole('img', { name: 'Logo of the screens' }).count()).toBe(1)
    expect(await page.getByRole('img', { name: 'Logo of printed documents' }).count()).toBe(0)

    await page.getByRole('link', { name: 'Change logos' }).click()
    await part.getByRole('button', { name: 'Remove' }).click()
    await page.getByText('The picture is deleted.').waitFor()
    await page.getByRole('button', { name: 'Remove logo' }).click()
    await page.getByText('The logo is removed.').waitFor()
    await part.getByText('No logo').waitFor()
    expect((await readProject(id)).logo_uri).toBeNull()
    expect(problems).toEqual([])
    await admin.close()
  })

  it('is deactivated, reactivated and removed, with its consequence said before', async () => {
    const admin = await asAdmin(scripts, 'status')
    const { page } = admin
    const id = await make(`Short-lived ${scripts}`)
    const confirm = async (name: string, consequence: string) => {
      await openMore(page)
      await page.getByRole('button', { name, exact: true }).first().click()
      await page.getByText(consequence).waitFor()
      const dialog = page.locator('dialog').filter({ hasText: consequence })
      await dialog.getByRole('button', { name, exact: true }).click()
    }
    const listed = async (query: string) => {
      await page.goto(`/admin-projects?q=Short-lived ${scripts}${query}`)
      return page.getByRole('link', { name: `Short-lived ${scripts}` }).count()
    }
    await page.goto(`/admin-projects/${id}`)
    await confirm('Deactivate', 'It has no active users. Nothing is deleted')
    await page.getByText('is inactive.').waitFor()
    expect(await listed('')).toBe(1)
    await page.getByRole('link', { name: `Short-lived ${scripts}` }).click()
    await confirm('Reactivate', 'It has no active users yet.')
    await page.getByText('is active.').waitFor()
    await confirm('Remove', 'It has no active users. It is removed from all lists.')
    await page.waitForURL(/admin-projects$/)
    expect(await listed('')).toBe(0)
    expect(await listed('&status=active')).toBe(0)
    expect(await listed('&status=removed')).toBe(1)
    await page.getByRole('link', { name: `Short-lived ${scripts}` }).click()
    await page.getByRole('heading', { level: 1, name: `Short-lived ${scripts}` }).waitFor()
    await page.locator('main header').getByText('Removed', { exact: true }).waitFor()
    for (const name of ['Settings', 'Change details', 'Add user'])
      expect(await page.locator('main').getByRole('link', { name }).count()).toBe(0)
    await admin.close()
  })
})

describe('the people of a project', () => {
  it('are counted before they lose it, and notice at the next click', async () => {
    const admin = await asAdmin(true, 'people')
    const owner = await signedIn('owner@other.test')
    const { page } = admin
    await page.goto('/admin-projects?q=Mabuhay')
    const [people] = /\d+/.exec(
      String(await page.getByRole('row', { name: /Mabuhay/ }).textContent()),
    )!
    await page.getByRole('link', { name: 'Mabuhay Trading' }).click()
    await openMore(page)
    await page.getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText(`${people} users lose access immediately. Nothing is deleted`).waitFor()
    await page.locator('dialog[open]').getByRole('button', { name: 'Deactivate' }).click()
    await page.getByText('is inactive.').waitFor()
    await owner.page.goto('/sales/bookings')
    expect(isSignIn(new URL(owner.page.url()))).toBe(true)
    await openMore(page)
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText(`${people} users regain access immediately.`).waitFor()
    await page.locator('dialog[open]').getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('is active.').waitFor()
    for (const visit of [admin, owner]) await visit.close()
  })
})

describe('the list of projects', () => {
  it('pages by name without losing or doubling one, and counts all', async () => {
    const names = Array.from(
      { length: 55 },
      (_, at) => `Page "${String(at).padStart(2, '0')}" Inc.`,
    )
    for (const name of names) await make(name)
    const admin = await asAdmin(true, 'paging')
    const { page } = admin
    await page.goto('/admin-projects?q=Page "')
    await page.getByText('of 55').waitFor()
    const shown = () => page.locator('tbody tr a').allInnerTexts()
    const first = await shown()
    await page.getByRole('link', { name: 'More →' }).click()
    await page.getByRole('link', { name: names[54] }).waitFor()
    expect([...first, ...(await shown())]).toEqual(names)
    await page.getByRole('link', { name: '← Back' }).click()
    await page.getByRole('link', { name: names[0] }).waitFor()
    expect(await shown()).toEqual(first)
    await admin.close()
  })
})
