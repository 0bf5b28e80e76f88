import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { isSignIn, picture, signInOnPage, testBrowser } from '../support/browser.ts'
import { outboxAt } from '../support/outbox.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit, signedIn } = testBrowser(server, { scripts: false })

describe('sign-in', () => {
  it('shows the required message, and clears it on a keystroke', async () => {
    const { page, problems, close } = await visit({ scripts: true })
    await page.goto('/Login')
    await page.getByRole('button', { name: 'Log in' }).click()
    expect(await page.getByRole('alert').count()).toBe(0)
    for (const [email, password, sentence] of [
      ['not an address', 'x', 'Email address is in bad format.'],
      ['nobody@demo.test', 'x', 'Email and password does not match.'],
      ['owner@demo.test', 'wrong password', 'Email and password does not match.'],
      ['agent@demo.test', DEMO_PASSWORD, 'Account does not exist.'],
      ['collector@demo.test', DEMO_PASSWORD, 'Account does not exist.'],
      ['manager@demo.test', DEMO_PASSWORD, 'Account does not exist.'],
    ] as const) {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password').fill(password)
      await page.getByRole('button', { name: 'Log in' }).click()
      await page.getByText(sentence).waitFor()
      await page.getByLabel('Password').press('a')
      expect(await page.getByText(sentence).count(), sentence).toBe(0)
    }
    expect(problems).toEqual([])
    await close()
  })

  it.each([true, false])('welcomes, goes home and out again, scripts %s', async (scripts) => {
    const { page, problems, close } = await visit({ scripts })
    onTestFailed(() => picture(page, `sign-in ${scripts}`))
    await signInOnPage(page, 'owner@demo.test')
    await page.waitForURL(/\/home$/)
    // Over the next page, where any key ends it; without scripts a line on it.
    const greeting = page.getByText('Login Successfully!')
    await greeting.waitFor()
    if (scripts) {
      await page.getByRole('dialog', { name: 'Login Successfully!' }).waitFor()
      await page.keyboard.press('Shift')
      expect(await greeting.count()).toBe(0)
    }
    if (scripts) {
      const keys = await page.evaluate(() => Object.keys(localStorage))
      const allowed = ['loggedIn', 'whatNav', 'whatNav_', 'logoURI', 'logoURI1', 'version']
      expect(keys.filter((key) => !allowed.includes(key))).toEqual([])
    }
    await page.getByRole('button', { name: 'Signout' }).first().click()
    await page.getByText('Are you sure to logout?').first().waitFor()
    const dialog = page.locator('dialog, [popover]').filter({ hasText: 'Are you sure to logout?' })
    await dialog
      .getByRole('button', { name: /sign ?out|logout/i })
      .last()
      .click()
    await page.waitForURL((url) => url.pathname === '/')
    await page.goto('/home')
    expect(new URL(page.url()).pathname).toBe('/')
    expect(problems).toEqual([])
    await close()
  })
})

describe('the menu', () => {
  it.each([
    ['finance-admin', ['Home', 'Customers', 'Treasury', 'Settings']],
    ['sales-admin', ['Home', 'Purchasing', 'Settings']],
    ['invoice-admin', ['Home', 'Invoicing', 'Settings']],
    ['warehouse', ['Home', 'Warehouse', 'Settings']],
    [
      'special-access-1',
      ['Home', 'Invoicing', 'Purchasing', 'Customers', 'Treasury', 'Warehouse', 'Settings'],
    ],
    ['admin', ['Home', 'Projects', 'Users', 'Settings']],
  ])('of %s has the required entries, in order', async (who, entries) => {
    const { page, close } = await signedIn(`${who}@demo.test`)
    const menu = page.getByRole('navigation', { name: 'Main' })
    await menu.getByRole('link', { name: 'Home' }).waitFor()
    expect(
      (await menu.locator('li.relative > a').allInnerTexts()).map((label) => label.trim()),
    ).toEqual(entries)
    await close()
  })

  it.each([
    ['sales-admin', '/treasury/treasury-list/treasury-view-list'],
    ['finance-admin', '/inventory/purchase-list/purchase-add-purchase'],
    ['invoice-admin', '/reports_ar'],
    ['warehouse', '/customers/customer-list/customer-view-list'],
    ['owner', '/admin-users'],
    ['admin', '/sales/bookings'],
  ])('keeps %s out of %s', async (who, path) => {
    const { page, close } = await signedIn(`${who}@demo.test`)
    expect((await page.goto(path))?.status()).toBe(403)
    await close()
  })
})

describe('the administrator', () => {
  it.each([true, false])(
    'makes a project and a person, who verifies by mail, scripts %s',
    async (scripts) => {
      const admin = await signedIn('admin@demo.test', { scripts })
      const { page } = admin
      onTestFailed(() => picture(page, `admin ${scripts}`))
      const name = `Visayas Trading ${scripts}`
      const email = `nena-${scripts}@new.test`
      const nena = `Nena ${scripts}`
      await page.goto('/admin-projects/add')
      await page.getByLabel('Project name').fill(name)
      await page.getByRole('button', { name: 'Create project' }).click()
      await page.waitForURL(/admin-projects\/[0-9a-f-]{36}\/guide$/)
      await page.goto(page.url().replace(/\/guide$/, ''))
      await page.getByRole('link', { name: 'Add user' }).click()
      await page.getByRole('radio', { name: /^Finance Admin/ }).check()
      await page.getByRole('combobox', { name: /^Project/ }).selectOption({ label: name })
      await page.getByRole('button', { name: 'Continue' }).click()
      await page.getByLabel('E-mail').fill(email)
      await page.getByLabel('Name', { exact: false }).last().fill(nena)
      await page.getByRole('button', { name: 'Create user' }).click()
      await page.waitForURL(/admin-users\/[0-9a-f-]{36}$/)
      await page.getByText('Account not opened: the link in the e-mail is unused').waitFor()

      await page.goto(await outboxAt(server.folder))
      const link = /http\S+verification\?\S+/.exec(
        await page.locator('body').allInnerTexts().then(String),
      )![0]
      const person = await visit({ scripts })
      const before = await visit({ scripts })
      await signInOnPage(before.page, email, DEMO_PASSWORD)
      await before.page.getByText('Email and password does not match.').waitFor()
      const target = new URL(link)
      await person.page.goto(target.pathname + target.search)
      for (const field of await person.page.locator('input[type=password]').all())
        await field.fill('Correct-horse-77')
      await person.page.getByRole('button', { name: 'Confirm' }).click()
      await person.page.waitForURL(/\/home$/)
      await person.page.getByText(name).first().waitFor()
      // The link is used up.
      const again = await visit({ scripts })
      await again.page.goto(target.pathname + target.search)
      for (const field of await again.page.locator('input[type=password]').all())
        await field.fill('Another-horse-88')
      await again.page.getByRole('button', { name: 'Confirm' }).click()
      await again.page.getByText(/used or has expired/).waitFor()

      // Deactivated: the next click is refused, with an hour left on the token.
      await page.goto('/admin-users?q=nena')
      await page.getByRole('link', { name: nena }).first().click()
      await page.getByRole('button', { name: 'Deactivate' }).first().click()
      await page
        .locator('dialog, [popover]')
        .getByRole('button', { name: 'Deactivate' })
        .first()
        .click()
      await page.getByText('is inactive at').first().waitFor()
      await person.page.goto('/customers/customer-list/customer-view-list')
      expect(isSignIn(new URL(person.page.url()))).toBe(true)
      for (const each of [admin, person, before, again]) await each.close()
    },
  )
})
