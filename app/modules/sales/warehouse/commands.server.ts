import { type CommandResult, runCommand } from '~/platform/db/command.server'
import type { Db } from '~/platform/request/context'
import type { Kind } from './kinds'

type NewRequest = {
  booking_id: string
  kind: Kind
  reason: string
  /** Pieces per line; empty for a hold. */
  lines: { line_id: string; quantity: number }[]
}

/** Creates a warehouse request. It changes nothing until it is decided. */
export function createRequest(
  db: Db,
  projectId: string,
  idempotencyKey: string,
  request: NewRequest,
): Promise<CommandResult<{ id: string; request_no: string }>> {
  return runCommand(db, 'create_warehouse_request', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_request: request,
  })
}

interface Decision {
  version: number
  decision: 'approved' | 'rejected' | 'done'
  note?: string
}

/** Approves (with its effect), rejects, or finishes a request. */
export function decideRequest(
  db: Db,
  {
    projectId,
    idempotencyKey,
    requestId,
  }: { projectId: string; idempotencyKey: string; requestId: string },
  { version, decision, note }: Decision,
): Promise<CommandResult<unknown>> {
  return runCommand(db, 'decide_warehouse_request', {
    p_project: projectId,
    p_idempotency_key: idempotencyKey,
    p_request: requestId,
    p_version: version,
    p_decision: decision,
    p_note: note ?? null,
  })
}
