import { z } from 'zod/mini'
import type { Team, TeamDecisions, TeamMember } from '../../app/platform/field/team.ts'
import { ask, type FieldSession } from './session.ts'

export const teamForm = z.object({ project: z.uuid() })

/** Answers what the people of a Manager have done today. */
export async function readTeam(
  session: FieldSession,
  { project }: z.infer<typeof teamForm>,
): Promise<Team> {
  const people = await ask<TeamMember[]>(session, 'field_team', { p_project: project })
  return { as_of: new Date().toISOString(), people }
}

/** Answers the bookings and returns that wait for the caller. */
export async function readApprovals(
  session: FieldSession,
  { project }: z.infer<typeof teamForm>,
): Promise<TeamDecisions> {
  const [approvals, returns] = await Promise.all([
    ask<TeamDecisions['approvals']>(session, 'field_approvals', { p_project: project }),
    ask<TeamDecisions['returns']>(session, 'field_returns', { p_project: project }),
  ])
  return { approvals, returns }
}

export const approvalForm = z.object({
  project: z.uuid(),
  /** The phone makes it when the form opens, so that an approval that is sent twice counts once. */
  key: z.uuid(),
  booking: z.uuid(),
  version: z.int(),
  reason: z.string().check(z.maxLength(1000)),
})

/** Approves a booking by the command of the office, which holds a Manager to the own team and limit. */
export function approveBooking(
  session: FieldSession,
  { project, key, booking, version, reason }: z.infer<typeof approvalForm>,
): Promise<object> {
  return ask<object>(session, 'validate_booking', {
    p_project: project,
    p_idempotency_key: key,
    p_booking: booking,
    p_version: version,
    p_override_reason: reason,
  })
}

export const returnForm = z.object({
  project: z.uuid(),
  key: z.uuid(),
  request: z.uuid(),
  version: z.int(),
  decision: z.enum(['approved', 'rejected']),
  note: z.string().check(z.maxLength(1000)),
})

/** Decides on a return by the command of the office. */
export function decideReturn(
  session: FieldSession,
  { project, key, request, version, decision, note }: z.infer<typeof returnForm>,
): Promise<object> {
  return ask<object>(session, 'decide_warehouse_request', {
    p_project: project,
    p_idempotency_key: key,
    p_request: request,
    p_version: version,
    p_decision: decision,
    p_note: note,
  })
}
