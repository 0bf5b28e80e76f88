import type { CommandResult } from '~/platform/db/command.server'
import type { AdminSent } from '~/platform/forms/form-action.server'
import { partIdempotencyKey } from '~/platform/forms/part-key.server'
import { reply } from '~/platform/request/reply.server'
import { createPerson } from '../people/accounts.server'
import { openHouseAccount } from '../people/house-account.server'
import { type Invitation, makeInvitation } from '../people/invitation.server'
import type { Guide } from './guide-schema'
import type { ProjectDocument } from './queries.server'

/** The user who was added at the end of the guide, and the link that opens the account. */
export interface FirstUser {
  id: string
  name: string
  email: string
  alone: boolean
  invitation: Invitation
}

/** Writes what the guide decided, part by part. A form that is sent again after a failure finishes the rest. */
export async function decideOnce(
  sent: AdminSent<ProjectDocument> & { value: Guide },
): Promise<CommandResult<{ user_id: string }>> {
  const { db, run, idempotencyKey, document: project, value } = sent
  const alone = value.office === 'alone'
  const person = await createPerson(db, partIdempotencyKey(idempotencyKey, 'person'), {
    email: value.email,
    display_name: value.display_name,
    role: alone ? 'one-person office' : 'Owner',
    project_id: project.id,
    project_ids: [project.id],
  })
  if (!person.ok) return person
  if (value.house_account && !alone) {
    const house = await openHouseAccount(
      db,
      partIdempotencyKey(idempotencyKey, 'house'),
      project.id,
    )
    if (!house.ok) return house
  }
  const registered = value.vat === 'registered'
  const saved = await run('update_project', {
    p_project: project.id,
    p_version: value.version,
    p_details: {
      vat_registered: registered,
      vat_percent: registered ? '12' : '0',
      ...(project.drawn.soNo ? {} : { next_so_no: value.next_so_no }),
      ...(project.drawn.voucherNo ? {} : { next_voucher_no: value.next_voucher_no }),
    },
  })
  return saved.ok ? person : saved
}

/** Answers with the link of the first user, which is shown once. */
export async function showLink(
  { user_id: id }: { user_id: string },
  { db, context, value }: AdminSent<ProjectDocument> & { value: Guide },
) {
  const { invitation } = await makeInvitation(db, null, id, context.origin)
  const { display_name: name, email, office } = value
  const first: FirstUser = { id, name, email, alone: office === 'alone', invitation }
  return reply({ lastResult: null, first }, 200)
}

/** Tells whether the questions of a new project are still open. Their answers are settings from then on. */
export const asksFirstDecisions = (project: { status: string }, people: readonly unknown[]) =>
  project.status === 'active' && people.length === 0
