import { describe, expect, it, onTestFailed } from 'vitest'
import { picture, testBrowser } from '../support/browser.ts'
import { GOOD, newLink } from '../support/links.ts'
import { linkIn, mailsTo, outboxAt } from '../support/outbox.ts'
import { testServer } from '../support/server.ts'

const server = testServer()
const { visit } = testBrowser(server)

describe('a forgotten password', () => {
  it.each([
    [true, 'sales-admin@demo.test'],
    [false, 'invoice-admin@demo.test'],
  ])('is chosen again by a mail from the outbox, scripts %s', async (scripts, email) => {
    const { page, problems, close } = await visit({ scripts, drawn: true })
    onTestFailed(() => picture(page, `reset ${scripts}`))
    await page.goto('/')
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByRole('heading', { name: 'RESET PASSWORD' }).waitFor()
    await page.getByLabel('E-mail').fill(email)
    await page.getByRole('button', { name: 'Send reset link' }).click()
    await page.getByText(`Reset password link is sent to your email ${email}.`).waitFor()
    await mailsTo(server.folder, email, 1)

    await page.goto(await outboxAt(server.folder))
    const mail = page.locator('article').filter({ hasText: email }).first()
    const opened = page.waitForEvent('popup')
    await mail.frameLocator('iframe').getByRole('link', { name: 'Choose a new password' }).click()
    const tab = await opened
    tab.on('pageerror', (error) => problems.push(error.message))
    onTestFailed(() => picture(tab, `choose ${scripts}`))
    await tab.getByText(`for ${email}`).waitFor()
    const password = tab.getByLabel(/^New password/)
    const again = tab.getByLabel('Confirm new password')
    const confirm = tab.getByRole('button', { name: 'Confirm' })

    // An error that only the server can find is shown at its field, and the passwords are cleared.
    await password.fill('password1234')
    await again.fill('password1234')
    await confirm.click()
    await tab.getByText('This password is too common.').waitFor()
    // The cursor comes last: typed before it, a new password would be taken away again.
    if (scripts)
      await expect.poll(() => password.evaluate((box) => box.matches(':focus'))).toBe(true)
    expect([await password.inputValue(), await again.inputValue()]).toEqual(['', ''])

    await password.fill(GOOD)
    await again.fill(GOOD)
    await confirm.click()
    await tab.waitForURL(/\/home$/)

    // The used link offers a new one, for the same address.
    await page.goto(linkIn((await mailsTo(server.folder, email, 1)).at(-1)!))
    await page.getByLabel(/^New password/).fill('another-three-words')
    await page.getByLabel('Confirm new password').fill('another-three-words')
    await page.getByRole('button', { name: 'Confirm' }).click()
    await page.getByText('This link was used or has expired.').waitFor()
    await page.getByRole('link', { name: 'Request a new link' }).click()
    await page.waitForURL(/\/reset/)
    expect(await page.getByLabel('E-mail').inputValue()).toBe(email)
    expect(problems).toEqual([])
    await close()
  })
})

describe('the screens of mails', () => {
  it.each([390, 1280])('fit into %s px and say what is the matter', async (width) => {
    const { page, problems, close } = await visit({ width })
    const link = await newLink(server, 'recovery', `ase@demo.test`, width === 390 ? 1 : 2)
    for (const [name, address] of [
      ['choose', link],
      ['incomplete', '/verification'],
      ['reset', '/reset'],
      ['confirm', '/reset?type=signup&email=new.person.of.a-long-name@visayas-trading.test'],
      ['outbox', await outboxAt(server.folder)],
    ] as const) {
      await page.goto(address)
      await picture(page, `mails ${name} ${width}`)
      const wide = await page.evaluate(() => document.documentElement.scrollWidth)
      expect(wide, name).toBeLessThanOrEqual(width)
    }
    await page.goto('/verification')
    await page.getByText('The link is incomplete.').waitFor()
    await page.getByRole('link', { name: 'New link for a new account' }).click()
    await page.getByRole('heading', { name: 'CONFIRM ACCOUNT' }).waitFor()
    expect(problems).toEqual([])
    await close()
  })
})
