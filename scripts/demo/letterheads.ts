import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { row } from '../../app/platform/db/command.server.ts'
import type { Db } from '../../app/platform/request/context.ts'
import { sendCommand } from '../../tools/send-command.ts'
import type { DemoCompany } from './people.ts'

/** Gives a company what its screens and papers show: the logo, TIN, phone, payment instructions, and what the tax office reads. */
export async function loadLetterhead(admin: Db, company: DemoCompany): Promise<void> {
  const { version, logo_uri } = row(
    await admin.from('projects').select('version, logo_uri').eq('id', company.id).single(),
  )
  if (logo_uri) return
  await sendCommand(admin, 'update_project', company.id, 'letterhead', {
    p_version: version,
    p_details: { logo_uri: await storeLogo(admin, company), ...company.letterhead, ...company.tax },
  })
}

/** Stores the picture where the settings would: each was drawn from the SVG beside it. */
async function storeLogo(admin: Db, { id, name, logo }: DemoCompany): Promise<string> {
  const bytes = readFileSync(new URL(`logos/${logo}.png`, import.meta.url))
  const hash = createHash('sha256').update(bytes).digest('hex')
  const path = `${id}/${name.replaceAll(' ', '_')}/${hash}.png`
  const { error } = await admin.storage
    .from('logos')
    .upload(path, bytes, { contentType: 'image/png', cacheControl: '31536000', upsert: false })
  // An interrupted run has stored it already.
  if (error && !/exists/i.test(error.message)) throw error
  return path
}
