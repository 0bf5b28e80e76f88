import { readdirSync, readFileSync } from 'node:fs'
import type { Page } from 'playwright'
import { describe, expect, it, onTestFailed } from 'vitest'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'

import { isSignIn, picture, signInOnPage, testBrowser } from '../support/browser.ts'

import { SCRIPTS } from '../support/rounds.ts'

import { testServer } from '../support/server.ts'

const server = testServer()
const { visit, signedIn } = testBrowser(server, { scripts: false })

/** The dialogs that are closed are in the page too. */
const shown = (page: Page) => page.locator('dialog:visible')
const sessions = (page: Page) =>
  page.getByRole('table', { name: 'Active sessions' }).locator('tbody tr')

async function changePassword(page: Page, current: string, next: string, again = next) {
  await page.getByLabel('Current password').fill(current)
  await page.getByLabel(/^New password/).fill(next)
  await page.getByLabel('Confirm new password').fill(again)
  await page.getByRole('button', { name: 'Change password' }).click()
}

const problemAt = async (page: Page, label: string, sentence: string | RegExp) => {
  const field = page.getByLabel(new RegExp(`^${label}`))
  const errorId = await field.getAttribute('id').then((id) => `${id}-error`)
  await page.locator(`[id="${errorId}"]`).filter({ hasText: sentence }).waitFor()
  expect(await field.getAttribute('aria-invalid')).toBe('true')
}

describe.each(SCRIPTS)('settings, scripts $scripts', ({ scripts }) => {
  it('change the name by the dialog', async () => {
    const { page, problems, close } = await signedIn('ase@demo.test', { scripts })
    onTestFailed(() => picture(page, `settings name ${scripts}`))
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Change name' }).first().click()
    const dialog = shown(page)
    const name = dialog.getByPlaceholder('Enter Name')
    await name.fill('   ')
    await dialog.getByRole('button', { name: 'Change name' }).click()
    await shown(page).getByText('Enter a name.').waitFor()
    await shown(page).getByPlaceholder('Enter Name').fill(`Aida ${scripts}`)
    await shown(page).getByRole('button', { name: 'Change name' }).click()
    await page.getByText('Account Name Changed Successfully!').waitFor()
    await page.locator('dd', { hasText: `Aida ${scripts}` }).waitFor()
    expect(problems).toEqual([])
    await close()
  })

  it('send the reset link, with the required message', async () => {
    const { page, close } = await signedIn('ase@demo.test', { scripts })
    await page.goto('/settings')
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText('Reset password link is sent to your email ase@demo.test.').waitFor()
    await close()
  })

  it('change the password, which ends the other browser’s session and not this one', async () => {
    const email = scripts ? 'finance-admin@demo.test' : 'invoice-admin@demo.test'
    const next = 'tatlong-manok-sa-bukid'
    const other = await signedIn(email, { fresh: true })
    const { page, problems, close } = await signedIn(email, { scripts, fresh: true })
    onTestFailed(() => picture(page, `settings password ${scripts}`))
    await page.goto('/settings')
    const before = await sessions(page).count()
    expect(before).toBeGreaterThan(1)

    await changePassword(page, 'not my password', next)
    await problemAt(page, 'Current password', 'This is not your current password.')
    await changePassword(page, DEMO_PASSWORD, DEMO_PASSWORD)
    await problemAt(page, 'New password', 'This is your current password. Choose another one.')
    await changePassword(page, DEMO_PASSWORD, 'password1234')
    await problemAt(page, 'New password', 'This password is too common.')
    await changePassword(page, DEMO_PASSWORD, `${email.split('@')[0]}-2026`)
    await problemAt(
      page,
      'New password',
      'This password is made of your own name or e-mail address.',
    )
    await changePassword(page, DEMO_PASSWORD, next, 'tatlong-manok-sa-bukit')
    await problemAt(page, 'Confirm new password', 'The passwords do not match.')
    // None of the refusals ended anything or signed in once more.
    await page.goto('/settings')
    expect(await sessions(page).count()).toBe(before)
    await other.page.goto('/settings')
    expect(new URL(other.page.url()).pathname).toBe('/settings')

    await changePassword(page, DEMO_PASSWORD, next)
    await page.getByText('Your password is changed. Your other sessions have ended.').waitFor()
    expect(await sessions(page).count()).toBe(1)
    await other.page.getByRole('link', { name: 'Home' }).first().click()
    await other.page.waitForURL(isSignIn)
    await page.goto('/home')
    expect(new URL(page.url()).pathname).toBe('/home')

    const again = await visit()
    await signInOnPage(again.page, email, DEMO_PASSWORD)
    await again.page.getByText('Email and password does not match.').waitFor()
    await signInOnPage(again.page, email, next)
    await again.page.waitForURL(/\/home$/)
    expect(problems).toEqual([])
    for (const each of [{ close }, other, again]) await each.close()
  })

  it('list the own sessions; one ended, or all others, is signed out at its next click', async () => {
    const email = scripts ? 'sales-admin@demo.test' : 'warehouse@demo.test'
    const first = await signedIn(email, { fresh: true })
    const second = await signedIn(email, { fresh: true })
    const { page, problems, close } = await signedIn(email, { scripts, fresh: true })
    onTestFailed(() => picture(page, `settings sessions ${scripts}`))
    await page.goto('/settings')
    const before = await sessions(page).count()
    const own = sessions(page).filter({ hasText: 'Current session' })
    expect(await own.count()).toBe(1)
    expect(await own.textContent()).toMatch(/Chrome on Linux[\s\S]*127\.0\.0\.1/)
    expect(await own.getByRole('button').count()).toBe(0)

    await sessions(page)
      .filter({ hasNotText: 'Current session' })
      .first()
      .getByRole('button', { name: 'End session' })
      .click()
    await shown(page).getByRole('button', { name: 'Close' }).click()
    expect(await sessions(page).count()).toBe(before)
    await sessions(page)
      .filter({ hasNotText: 'Current session' })
      .first()
      .getByRole('button', { name: 'End session' })
      .click()
    await shown(page).getByRole('button', { name: 'End session' }).click()
    await page.getByText('The session has ended.').waitFor()
    expect(await sessions(page).count()).toBe(before - 1)
    // Last used first: it was the second browser's.
    const signedOut = async (visited: Page) => {
      await visited.goto('/settings')
      return isSignIn(new URL(visited.url()))
    }
    expect([await signedOut(first.page), await signedOut(second.page)]).toEqual([false, true])

    await page.getByRole('button', { name: 'Sign out other sessions' }).click()
    await shown(page).getByRole('button', { name: 'Sign out other sessions' }).click()
    // The list is checked instead of the message, which may still be that of the first action, and
    // not on a page that is being left.
    await expect.poll(() => sessions(page).count()).toBe(1)
    expect(await signedOut(first.page)).toBe(true)
    expect(await signedOut(page)).toBe(false)
    expect(problems).toEqual([])
    for (const each of [{ close }, first, second]) await each.close()
  })
})

describe('settings', () => {
  it('are not for the administrator', async () => {
    const { page, close } = await signedIn('admin@demo.test')
    expect((await page.goto('/settings'))?.status()).toBe(403)
    await close()
  })

  it('wait after ten wrong current passwords, even with the right one', async () => {
    const { page, close } = await signedIn('special-access-1@demo.test', { scripts: false })
    onTestFailed(() => picture(page, 'settings throttled'))
    await page.goto('/settings')
    for (let n = 0; n < 10; n++) {
      await changePassword(page, `wrong ${n}`, 'tatlong-manok-sa-bukid')
      await problemAt(page, 'Current password', 'This is not your current password.')
    }
    await changePassword(page, DEMO_PASSWORD, 'tatlong-manok-sa-bukid')
    await problemAt(page, 'Current password', /wait|later/i)
    await close()
  })

  it('send no password back, and no word list to the browser', async () => {
    const { page, close } = await signedIn('general-manager@demo.test', { scripts: false })
    await page.goto('/settings')
    await changePassword(page, 'wrong-and-secret', 'password1234')
    await problemAt(page, 'New password', 'too common')
    expect(await page.content()).not.toMatch(/wrong-and-secret|password1234/)
    const assets = readdirSync('build/client/assets').filter((name) => name.endsWith('.js'))
    expect(assets.length).toBeGreaterThan(10)
    const listed = assets.filter((name) =>
      /passwords-common|zxcvbn/.test(readFileSync(`build/client/assets/${name}`, 'utf8')),
    )
    expect(listed).toEqual([])
    await close()
  })
})
