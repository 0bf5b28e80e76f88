import type { testBrowser } from './browser.ts'

type SignedIn = ReturnType<typeof testBrowser>['signedIn']

/** Approves the receipt at an address as somebody else than who recorded it. */
export async function approveReceipt(
  signedIn: SignedIn,
  login: 'finance-admin' | 'special-access-1',
  url: string,
): Promise<void> {
  const { page, close } = await signedIn(`${login}@demo.test`, { scripts: false })
  await page.goto(new URL(url).pathname)
  await page.getByRole('button', { name: 'Approve', exact: true }).click()
  await page.locator('main header').getByText('Approved', { exact: true }).waitFor()
  await close()
}
