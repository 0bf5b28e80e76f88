import { spawn } from 'node:child_process'
import { expect } from 'vitest'
import type { HttpClient } from '../../tools/http-client.ts'
import { readTable } from './report-page.ts'

/** Runs `npm run move` with these settings alone. @param until kills it as soon as it says this. */
export async function runMove(
  args: string[],
  settings: Record<string, string | undefined>,
  until?: string,
): Promise<{ code: unknown; said: string }> {
  const { PATH, HOME } = process.env
  const child = spawn(process.execPath, ['--import', 'tsx', 'scripts/move.ts', ...args], {
    env: { PATH, HOME, NODE_ENV: 'production', ...settings },
  })
  let said = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (chunk: Buffer) => {
      said += chunk
      if (until && said.includes(until)) child.kill('SIGKILL')
    })
  const code = await new Promise((resolve) => child.once('close', resolve))
  return { code, said }
}

/** Reads the grand totals of reports whose figures do not hang on the hour. */
export async function grandTotalsOf(client: HttpClient) {
  const totals: Record<string, unknown> = {}
  for (const name of ['ar', 'inventory', 'sales', 'trial_balance']) {
    const page = await (await client.get(`/reports_${name}`)).text()
    totals[name] = readTable(page).total?.map(({ text }) => text)
    expect(totals[name]).not.toEqual(undefined)
  }
  return totals
}
