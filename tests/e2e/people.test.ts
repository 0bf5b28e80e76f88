import { randomUUID } from 'node:crypto'
import type { Page } from 'playwright'
import { beforeAll, describe, expect, it, onTestFailed } from 'vitest'
import type { Role } from '../../app/platform/access/permissions.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { type Backend, openBackend } from '../../server/backend.ts'
import { readEnv } from '../../server/env.ts'
import { ensureAccount, ensureAdmin } from '../../tools/accounts.ts'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'

import { isSignIn, picture, signInOnPage, testBrowser } from '../support/browser.ts'

import { SCRIPTS } from '../support/rounds.ts'

import { testServer } from '../support/server.ts'

const server = testServer()
const { visit, signedIn } = testBrowser(server, { scripts: false })
let backend: Backend
let admin: Db

beforeAll(async () => {
  backend = await openBackend(readEnv({ NODE_ENV: 'test', KALAKAL_DATA_DIR: server.folder }), {
    origin: server.origin,
    as: 'tool',
  })
  admin = await ensureAdmin(backend, { email: 'admin@demo.test', password: DEMO_PASSWORD })
})

/** Runs a change of the administrator, as from another window. */
async function elsewhere(name: Parameters<Db['rpc']>[0], args: Record<string, unknown>) {
  const { error } = await admin.rpc(name, { p_idempotency_key: randomUUID(), ...args } as never)
  expect(error).toBeNull()
}

async function project(name: string): Promise<string> {
  const id = randomUUID()
  await elsewhere('create_project', { p_project: id, p_details: { name } })
  return id
}

/** Somebody with a password and a verified address. */
async function person(name: string, role: Role, projectIds: string[], manager_id?: string) {
  const email = `${name.toLowerCase().replaceAll(' ', '-')}@people.test`
  const { id } = await ensureAccount(backend, { email, password: DEMO_PASSWORD })
  const [p_project] = projectIds
  const member = {
    user_id: id,
    email,
    display_name: name,
    role,
    manager_id,
    project_ids: projectIds,
  }
  await elsewhere('provision_member', { p_project, p_member: member })
  return { id, email, name }
}

const row = (page: Page, table: string, text: string) =>
  page.getByRole('table', { name: table }).locator('tbody tr').filter({ hasText: text })
const shown = (page: Page) => page.locator('dialog:visible')
const problemAt = async (page: Page, label: string, sentence: string) => {
  const id = await page.getByLabel(label).getAttribute('id')
  await page.locator(`[id="${id}-error"]`).filter({ hasText: sentence }).waitFor()
}

async function chooseRole(page: Page, role: string, projectId: string) {
  await page.getByRole('radio', { name: new RegExp(`^${role}`) }).check()
  await page.getByRole('combobox', { name: /^Project/ }).selectOption({ label: projectId })
  await page.getByRole('button', { name: 'Continue' }).click()
}

async function fillPerson(page: Page, name: string, email: string) {
  await page.getByLabel('E-mail').fill(email)
  await page.getByLabel(/^Name/).fill(name)
}

const create = (page: Page) => page.getByRole('button', { name: 'Create user' }).click()
const onPersonPage = (page: Page) => page.waitForURL(/admin-users\/[0-9a-f-]{36}$/)

describe.each(SCRIPTS)('add user, scripts $scripts', ({ scripts }) => {
  const tag = scripts ? 'js' : 'plain'

  it('adds a user to the ticked projects; the mail is kept and not sent again too soon', async () => {
    const names = [`Visayas ${tag}`, `Luzon ${tag}`, `Mindanao ${tag}`]
    for (const name of names) await project(name)
    const { page, problems, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `people several ${tag}`))
    await page.goto('/admin-users/add')
    await chooseRole(page, 'ASE', names[0]!)
    await fillPerson(page, `Liza ${tag}`, `liza-${tag}@new.test`)
    await page.getByLabel(names[1]!).check()
    await create(page)
    await onPersonPage(page)
    for (const name of names.slice(0, 2))
      await row(page, 'Projects', name).getByText('ASE').waitFor()
    expect(await row(page, 'Projects', names[2]!).count()).toBe(0)
    await page.getByText('Account not opened: the link in the e-mail is unused').waitFor()
    await page.getByRole('link', { name: 'Open outbox' }).waitFor()
    await page.getByRole('button', { name: 'Send verification e-mail again' }).click()
    await page.getByRole('alert').getByText('Try again in a minute').waitFor()

    await page.goto(`/admin-users?q=liza-${tag}`)
    const listed = (await row(page, 'Users', `Liza ${tag}`).allInnerTexts()).join()
    expect(listed.replace(/\s+/g, ' ')).toContain(`ASE Luzon ${tag}, Visayas ${tag}`)
    expect(listed).toContain('Not verified')
    expect(problems).toEqual([])
    await close()
  })

  it('an agent has one project and a manager of it', async () => {
    const name = `Agency ${tag}`
    const projectId = await project(name)
    const lead = await person(`Lead ${tag}`, 'Manager', [projectId])
    await person(`Foreign ${tag}`, 'Manager', [await project(`Other agency ${tag}`)])
    const { page, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `people agent ${tag}`))
    await page.goto('/admin-users/add')
    await chooseRole(page, 'Agent', name)
    await page.getByText('cannot sign in here').waitFor()
    const options = await page.getByLabel('Manager').locator('option').allInnerTexts()
    expect(options).toEqual(['None', `${lead.name} (Manager)`])
    await page.getByLabel('Manager').selectOption({ label: `${lead.name} (Manager)` })
    await fillPerson(page, `Agent ${tag}`, `agent-${tag}@new.test`)
    await create(page)
    await onPersonPage(page)
    await row(page, 'Projects', name).getByText(lead.name).waitFor()
    await close()
  })

  it('keeps what was typed when the address is taken, and when the project is gone', async () => {
    const name = `Brief ${tag}`
    const projectId = await project(name)
    await project(`Lasting ${tag}`)
    const { page, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `people kept ${tag}`))
    await page.goto('/admin-users/add')
    await chooseRole(page, 'Warehouse', name)
    await fillPerson(page, `Boy ${tag}`, 'owner@demo.test')
    await create(page)
    await problemAt(page, 'E-mail', 'An account with this e-mail address already exists.')
    expect(await page.getByLabel(/^Name/).inputValue()).toBe(`Boy ${tag}`)

    await page.getByLabel('E-mail').fill(`boy-${tag}@new.test`)
    await elsewhere('remove_project', { p_project: projectId, p_status: 'inactive' })
    await create(page)
    await problemAt(page, 'Project', 'is no longer active')
    expect(await page.getByLabel('E-mail').inputValue()).toBe(`boy-${tag}@new.test`)
    expect(await page.getByLabel(/^Name/).inputValue()).toBe(`Boy ${tag}`)
    await page.getByLabel('Project').selectOption({ label: `Lasting ${tag}` })
    await create(page)
    await onPersonPage(page)
    await row(page, 'Projects', `Lasting ${tag}`).getByText('Warehouse').waitFor()
    await close()
  })
})

describe.each(SCRIPTS)('change of role and projects, scripts $scripts', ({ scripts }) => {
  const tag = scripts ? 'js' : 'plain'

  it('tells what it does, and counts at the next click', async () => {
    const names = [`Cebu ${tag}`, `Iloilo ${tag}`]
    const projectIds = [await project(names[0]!), await project(names[1]!)]
    const nena = await person(`Nena ${tag}`, 'finance admin', [projectIds[0]!])
    const theirs = await signedIn(nena.email)
    await theirs.page.goto('/customers/customer-registry')
    const { page, problems, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `people change ${tag}`))
    await page.goto(`/admin-users/${nena.id}`)
    await page.getByRole('link', { name: 'Change role and projects' }).click()
    await page.getByRole('link', { name: 'Select another role' }).click()
    expect(await page.getByRole('radio', { name: /^Finance Admin/ }).isChecked()).toBe(true)
    await chooseRole(page, 'ASE', names[1]!)
    await page.getByText(`${nena.name} is no longer Finance Admin.`).waitFor()
    // The place of the first step and the one they have are ticked; one of them goes.
    expect(await page.getByLabel(names[0]!).isChecked()).toBe(true)
    await page.getByLabel(names[0]!).uncheck()
    if (scripts) await page.getByText(`${nena.name} loses ${names[0]}.`).waitFor()
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.waitForURL(`**/admin-users/${nena.id}`)
    await row(page, 'Projects', names[1]!).getByText('ASE').waitFor()
    await row(page, 'Projects', names[0]!).getByText('Inactive').waitFor()

    await theirs.page.getByRole('link', { name: 'Add customer' }).first().click()
    await theirs.page.getByText('Access denied').first().waitFor()
    await theirs.page.goto('/home')
    await theirs.page.getByText(names[1]!).first().waitFor()
    expect(await theirs.page.getByText(names[0]!).count()).toBe(0)
    expect(problems).toEqual([])
    await Promise.all([close(), theirs.close()])
  })

  it('refuses to overwrite what another window saved, and to leave agents without their manager', async () => {
    const projectId = await project(`Davao ${tag}`)
    const lead = await person(`Arnel ${tag}`, 'Manager', [projectId])
    await person(`Jun ${tag}`, 'Agent', [projectId], lead.id)
    const { page, close } = await signedIn('admin@demo.test', { scripts })
    onTestFailed(() => picture(page, `people stale ${tag}`))
    await page.goto(`/admin-users/${lead.id}/change?role=warehouse&project_id=${projectId}`)
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('alert').getByText('manages 1 active agent').waitFor()

    const other = await person(`Rico ${tag}`, 'sales admin', [projectId])
    await page.goto(`/admin-users/${other.id}/change?role=warehouse&project_id=${projectId}`)
    await elsewhere('update_member', {
      p_project: projectId,
      p_version: 1,
      p_member: { user_id: other.id, role: 'invoice admin', project_ids: [] },
    })
    await page.getByRole('button', { name: 'Change', exact: true }).click()
    await page.getByRole('alert').getByText('This record was changed by another user').waitFor()
    await page.goto(`/admin-users/${other.id}`)
    await row(page, 'Projects', `Davao ${tag}`).getByText('Invoice Admin').waitFor()
    await close()
  })
})

describe('at the next click', () => {
  it.each([
    ['deactivated', 'Deactivate', 'is inactive at'],
    ['deactivated everywhere', 'Deactivate everywhere', 'is deactivated in all projects'],
    ['signed out everywhere', 'Sign out everywhere', 'is signed out: one session has ended'],
  ])('a person who is %s is outside', async (what, label, done) => {
    const names = [`Panay ${what}`, `Negros ${what}`]
    const projectIds: string[] = []
    // Deactivation at the only place leaves none; everywhere takes two of them.
    for (const name of label === 'Deactivate' ? names.slice(0, 1) : names)
      projectIds.push(await project(name))
    const one = await person(`Dina ${what}`, 'Owner', projectIds)
    const theirs = await signedIn(one.email)
    const { page, problems, close } = await signedIn('admin@demo.test')
    onTestFailed(() => picture(page, `people ${what}`))
    await page.goto(`/admin-users/${one.id}`)
    await page.getByRole('button', { name: label, exact: true }).click()
    // Asking is no doing.
    await shown(page).getByRole('button', { name: 'Close' }).click()
    await theirs.page.reload()
    expect(new URL(theirs.page.url()).pathname).toBe('/home')
    await page.getByRole('button', { name: label, exact: true }).click()
    await shown(page).getByRole('button', { name: label, exact: true }).click()
    await page.getByText(done).waitFor()

    await theirs.page.getByRole('link', { name: 'Home' }).first().click()
    await theirs.page.waitForURL(isSignIn)
    const again = await visit()
    await signInOnPage(again.page, one.email)
    if (label === 'Sign out everywhere') await again.page.waitForURL(/\/home$/)
    else await again.page.getByText('Account does not exist.').waitFor()
    expect(problems).toEqual([])
    for (const each of [theirs, again]) await each.close()
    await close()
  })

  it('a member of a removed project is outside', async () => {
    const projectId = await project('Brief Removal')
    const { email } = await person('Remy Removal', 'finance admin', [projectId])
    const { page, close } = await signedIn(email)
    await elsewhere('remove_project', { p_project: projectId, p_status: 'removed' })
    await page.getByRole('link', { name: 'Treasury' }).first().click()
    await page.waitForURL(isSignIn)
    await close()
  })

  it('a reactivated user may sign in again; a refused reactivation is told in the dialog', async () => {
    const [here, there] = [await project('Bohol'), await project('Leyte')]
    const one = await person('Berta Bohol', 'sales admin', [here])
    await elsewhere('set_member_status', { p_project: here, p_user: one.id, p_status: 'inactive' })
    const { page, close } = await signedIn('admin@demo.test')
    onTestFailed(() => picture(page, 'people reactivate'))
    await page.goto(`/admin-users/${one.id}`)
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await shown(page).getByRole('button', { name: 'Reactivate' }).click()
    await page.getByText('is active at Bohol').waitFor()
    const theirs = await signedIn(one.email)

    // Moved by another window: the open page does not know, the database does.
    await elsewhere('set_member_status', { p_project: here, p_user: one.id, p_status: 'inactive' })
    await page.reload()
    await elsewhere('update_member', {
      p_project: there,
      p_version: 1,
      p_member: { user_id: one.id, role: 'warehouse', project_ids: [] },
    })
    await page.getByRole('button', { name: 'Reactivate' }).click()
    await shown(page).getByRole('button', { name: 'Reactivate' }).click()
    await shown(page).getByRole('alert').getByText('Change role and projects instead').waitFor()
    await Promise.all([close(), theirs.close()])
  })
})

describe("the administrator's view", () => {
  it('filters the list by project, role and state, and says how many there are', async () => {
    const [open, shut] = [await project('Filter Open'), await project('Filter Shut')]
    await person('Fe Filter', 'warehouse', [open])
    const gone = await person('Gil Filter', 'sales admin', [open])
    await person('Hana Filter', 'warehouse', [shut])
    await elsewhere('set_member_status', { p_project: open, p_user: gone.id, p_status: 'inactive' })
    await elsewhere('remove_project', { p_project: shut, p_status: 'inactive' })
    const { page, close } = await signedIn('admin@demo.test', { scripts: true })
    onTestFailed(() => picture(page, 'people filters'))
    const sees = async (count: string, ...names: string[]) => {
      const rows = page.getByRole('table', { name: 'Users' }).locator('tbody tr td:first-child')
      await expect.poll(() => rows.allInnerTexts(), { timeout: 15_000 }).toEqual(names)
      expect(await page.getByText(count, { exact: true }).count()).toBe(1)
    }
    await page.goto('/admin-users?q=filter')
    await sees('1–3 of 3', 'Fe Filter', 'Gil Filter', 'Hana Filter')
    await page.getByText('Add filter').click()
    await page.getByLabel('Role').selectOption('warehouse')
    await sees('1–2 of 2', 'Fe Filter', 'Hana Filter')
    await page.getByLabel('Project').selectOption({ label: 'Filter Shut (inactive)' })
    await sees('1 of 1', 'Hana Filter')
    await page.getByRole('link', { name: 'Clear' }).click()
    await page.waitForURL((url) => !url.searchParams.has('q'))
    await page.getByText('Add filter').click()
    await page.getByLabel('Project').selectOption({ label: 'Filter Open' })
    await page.getByLabel('Status').selectOption('inactive')
    await sees('1 of 1', 'Gil Filter')
    await page.goto('/admin-users?q=filter&status=unverified')
    await page.getByText('No results').waitFor()
    await close()
  })

  it('counts and recent actions in plain words, each with a link to its record', async () => {
    const projectId = await project('Home Trading')
    const one = await person('Nilo Home', 'expenses and disbursements', [projectId])
    await elsewhere('set_member_status', {
      p_project: projectId,
      p_user: one.id,
      p_status: 'inactive',
    })
    const { page, close } = await signedIn('admin@demo.test')
    onTestFailed(() => picture(page, 'people home'))
    await page.goto('/admin-home')
    const changes = await page.locator('main ol > li').allInnerTexts()
    expect(changes.map((change) => change.split('\n')[0]!.trim()).slice(0, 3)).toEqual([
      'Admin Team deactivated Nilo Home at Home Trading',
      'Admin Team added Nilo Home as Expenses and Disbursements to Home Trading',
      'Admin Team created the project Home Trading',
    ])
    expect(changes.length).toBeLessThanOrEqual(20)
    expect(changes[0]).toMatch(/\d\d\/\d\d\/\d{4} \d\d:\d\d/)
    await page.getByRole('link', { name: 'Nilo Home' }).first().click()
    await page.waitForURL(`**/admin-users/${one.id}`)

    await page.goto('/admin-home')
    const managers = page.getByRole('row', { name: /^General Manager/ })
    const count = await managers.getByRole('cell').textContent()
    await managers.getByRole('link').click()
    await page.getByText(`1–${count} of ${count}`, { exact: true }).waitFor()
    await close()
  })

  it('offers nothing that would end the own account', async () => {
    const { page, close } = await signedIn('admin@demo.test')
    await page.goto('/admin-users?q=admin%40demo.test')
    await page.getByRole('link', { name: 'Admin Team' }).click()
    await page.getByRole('heading', { name: 'Admin Team' }).waitFor()
    await page.getByText('Platform administrator', { exact: true }).waitFor()
    const main = page.getByRole('main')
    expect(await main.getByRole('button').count()).toBe(0)
    expect(await main.getByRole('link', { name: /change|outbox/i }).count()).toBe(0)
    expect((await page.goto(`${page.url()}/change`))?.status()).toBe(404)
    await close()
  })
})
