import { z } from 'zod/mini'
import { removeLogo, storeLogo } from '~/modules/logos/storage.server'
import { paths } from '~/paths'
import { type CommandResult, orNotFound } from '~/platform/db/command.server'
import type { JsonArgument } from '~/platform/db/command-types'
import { redrawPicture } from '~/platform/files/picture.server'
import type { Make, SentForm } from '~/platform/forms/form-action.server'
import type { Db } from '~/platform/request/context'
import { problem } from '~/platform/request/errors'
import { isFirstDay } from '~/platform/request/first-day'
import type { ProjectDocument } from './queries.server'
import { type FormSection, logoSchema, SECTION_SCHEMAS } from './schema'
import { type SettingsSection, sectionAddress } from './sections'

type SectionSchema = z.core.$ZodType<Record<string, JsonArgument>, Record<string, unknown>> & {
  shape: object
}

type Details = Record<string, JsonArgument>
type Sent = SentForm<ProjectDocument>

/** How a page writes settings: as the administrator, or in the active project. */
interface Writer<C> {
  write: (sent: C, version: number, details: Details) => Promise<CommandResult<unknown>>
  /** Sections that have other fields on this page. */
  schemas: Partial<Record<FormSection, SectionSchema>>
}

/** The forms of a project's settings. Each writes the keys of its own section and no other. */
export function settingsIntents<C extends Sent>(
  intent: Make<C, unknown, unknown>,
  sections: readonly { key: SettingsSection; label: string }[],
  writer: Writer<C>,
) {
  const forms = sections.flatMap(({ key, label }) =>
    isFormSection(key) ? [[key, sectionIntent(intent, key, label, writer)] as const] : [],
  )
  return { ...Object.fromEntries(forms), ...logoIntents(intent, writer) }
}

function isFormSection(key: string): key is FormSection {
  return Object.hasOwn(SECTION_SCHEMAS, key)
}

function sectionIntent<C extends Sent>(
  intent: Make<C, unknown, unknown>,
  section: FormSection,
  label: string,
  writer: Writer<C>,
) {
  const schema: SectionSchema = writer.schemas[section] ?? SECTION_SCHEMAS[section]
  return intent({
    schema,
    command: async (sent) => {
      const details = Object.keys(schema.shape)
        .filter((key) => !isFixed(sent.document, key))
        .map((key) => [key, sent.value[key] ?? null])
      return update(sent, writer, Object.fromEntries(details))
    },
    done: (_, { url }) => ({
      to: isFirstDay(url) ? paths.home : sectionAddress(url.pathname, section),
      text: `${label}: saved.`,
    }),
  })
}

/**
 * Tells whether a key is the start of a series that is already in use. The form shows it read-only,
 * and submitted values are ignored.
 */
function isFixed({ drawn }: ProjectDocument, key: string): boolean {
  return (key === 'next_so_no' && drawn.soNo) || (key === 'next_voucher_no' && drawn.voucherNo)
}

function logoIntents<C extends Sent>(intent: Make<C, unknown, unknown>, writer: Writer<C>) {
  const done =
    (text: string) =>
    (_: unknown, { url }: Sent) => ({
      to: sectionAddress(url.pathname, 'logos'),
      text,
    })
  return {
    // Re-encodes an uploaded picture, stores it and sets it as the project's logo. The former
    // picture is deleted last. So the row never names a missing picture, whatever fails in between.
    logo: intent({
      schema: logoSchema,
      command: async (sent) => {
        const { db, document: project, value } = sent
        // A form without a key or a version is refused before its picture is stored.
        void sent.idempotencyKey
        seen(sent.form)
        const drawn = await redrawPicture(new Uint8Array(await value.picture.arrayBuffer()))
        if (!drawn.ok) {
          const { message } = drawn
          return { ok: false, error: { status: 422, code: 'picture', field: 'picture', message } }
        }
        const stored = await storeLogo(db, project, drawn)
        if (!stored.ok) return stored
        const { path, added } = stored.data
        const result = await update(sent, writer, { [value.which]: path })
        // A picture that was in use stays: papers that were issued with it show it.
        if (!result.ok && added) await removeUnused(db, path)
        return result
      },
      done: done('The logo is saved.'),
    }),
    'remove-logo': intent({
      schema: z.object({ which: z.catch(z.optional(logoSchema.shape.which), undefined) }),
      command: async (sent) => {
        const { which } = sent.value
        if (!which) throw problem(400)
        return update(sent, writer, { [which]: null })
      },
      done: done('The logo is removed.'),
    }),
  }
}

/**
 * Changes the columns in `details`, unless another user saved the project after this user saw it. A
 * null clears a column. A project that was removed meanwhile is the 404 page.
 */
function update<C extends Sent>(sent: C, { write }: Writer<C>, details: Details) {
  return orNotFound(write(sent, seen(sent.form), details))
}

/** Deletes a picture that no project came to use. One that cannot be deleted now is only left over. */
async function removeUnused(db: Db, path: string): Promise<void> {
  try {
    await removeLogo(db, path)
  } catch (error) {
    console.warn(`A logo is left over: ${path}`, error)
  }
}

const versionShape = z.coerce.number().check(z.int(), z.positive())

/** Returns the version that the user saw. */
function seen(form: FormData): number {
  const version = versionShape.safeParse(form.get('version'))
  if (!version.success) throw problem(400)
  return version.data
}
