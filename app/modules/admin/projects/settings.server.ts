import { parseWithZod } from '@conform-to/zod/v4'
import { z } from 'zod/mini'
import { removeLogo, storeLogo } from '~/modules/logos/storage.server'
import type { CommandError } from '~/platform/db/command.server'
import type { JsonArgument } from '~/platform/db/command-types'
import { redrawPicture } from '~/platform/files/picture.server'
import { invalidReply, readIdempotencyKey, refusedReply } from '~/platform/forms/form.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { reply } from '~/platform/request/reply.server'
import { redirectWithToast } from '~/platform/request/toast.server'
import { updateProject } from './commands.server'
import { type ProjectDocument, readProject } from './queries.server'
import { type FormSection, logoSchema, SECTION_SCHEMAS } from './schema'
import { SECTIONS, sectionAddress } from './sections'

/** Actions of a project's settings. Each writes the keys of its own section and no other. */

export async function saveSection(
  db: Db,
  project: ProjectDocument,
  section: FormSection,
  form: FormData,
) {
  const schema: z.core.$ZodType<
    Record<string, JsonArgument>,
    Record<string, unknown>
  > = SECTION_SCHEMAS[section]
  const submission = parseWithZod(form, { schema })
  if (submission.status !== 'success') return invalidReply(submission)
  const details = Object.fromEntries(
    Object.keys(SECTION_SCHEMAS[section].shape)
      .filter((key) => !isFixed(project, key))
      .map((key) => [key, submission.value[key] ?? null]),
  )
  const result = await updateProject(
    db,
    readIdempotencyKey(form),
    { ...project, ...seen(form) },
    details,
  )
  if (!result.ok) return refusedReply(submission, found(result.error))
  const label = SECTIONS.find(({ key }) => key === section)?.label
  return redirectWithToast(sectionAddress(project.id, section), `${label}: saved.`)
}

/**
 * Tells whether a key is the start of a series that is already in use. The form shows it read-only,
 * and submitted values are ignored.
 */
function isFixed({ drawn }: ProjectDocument, key: string): boolean {
  return (key === 'next_so_no' && drawn.soNo) || (key === 'next_voucher_no' && drawn.voucherNo)
}

/**
 * Re-encodes an uploaded picture, stores it and sets it as the project's logo. The former picture
 * is deleted last. So the row never names a missing picture, whatever fails in between.
 */
export async function saveLogo(db: Db, project: ProjectDocument, form: FormData) {
  const submission = parseWithZod(form, { schema: logoSchema })
  if (submission.status !== 'success') return invalidReply(submission)
  const { which, picture } = submission.value
  const idempotencyKey = readIdempotencyKey(form)
  const version = seen(form)
  const drawn = await redrawPicture(new Uint8Array(await picture.arrayBuffer()))
  if (!drawn.ok) return reply(submission.reply({ fieldErrors: { picture: [drawn.message] } }), 422)
  const path = await storeLogo(db, project, drawn)
  const result = await updateProject(
    db,
    idempotencyKey,
    { ...project, ...version },
    { [which]: path },
  )
  await removeUnused(db, project.id, result.ok ? project.logos[which] : path)
  if (!result.ok) return refusedReply(submission, found(result.error))
  return redirectWithToast(sectionAddress(project.id, 'logos'), 'The logo is saved.')
}

const removalSchema = z.pick(logoSchema, { which: true })

export async function dropLogo(db: Db, project: ProjectDocument, form: FormData) {
  const submission = parseWithZod(form, { schema: removalSchema })
  if (submission.status !== 'success') throw problem(400)
  const { which } = submission.value
  const before = { ...project, ...seen(form) }
  const result = await updateProject(db, readIdempotencyKey(form), before, { [which]: null })
  if (!result.ok) return refusedReply(submission, found(result.error))
  await removeUnused(db, project.id, project.logos[which])
  return redirectWithToast(sectionAddress(project.id, 'logos'), 'The logo is removed.')
}

/**
 * Deletes a picture that the project no longer uses; a picture that another logo uses stays. A
 * picture that cannot be deleted now is only left over; the action itself has succeeded.
 */
async function removeUnused(db: Db, projectId: string, path: string | null): Promise<void> {
  if (!path) return
  try {
    const { logos } = await readProject(db, projectId)
    if (!Object.values(logos).includes(path)) await removeLogo(db, path)
  } catch (error) {
    console.warn(`An old logo is left over: ${path}`, error)
  }
}

const versionShape = z.object({ version: z.coerce.number().check(z.int(), z.positive()) })

/** Returns the version that the user saw. */
function seen(form: FormData): { version: number } {
  const shape = versionShape.safeParse({ version: form.get('version') })
  if (!shape.success) throw problem(400)
  return shape.data
}

/**
 * Turns a 404 into the page "No such document!", because it is not an error of a field: the project
 * was removed meanwhile.
 */
function found(error: CommandError): CommandError {
  if (error.status === 404) throw problem(404)
  return error
}
