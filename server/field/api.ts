import { type ErrorRequestHandler, type Request, type Response, Router } from 'express'
import type { z } from 'zod/mini'
import { problemOf, RETRY_SECONDS } from '../../app/platform/request/errors.ts'
import { closeAfter, RefusedBody, readBody } from '../http/body.ts'
import { Unreachable } from '../unreachable.ts'
import { actForm, takeAct } from './act.ts'
import { photoForm, takePhoto } from './photo.ts'
import { type FieldSession, openSession, type Parts, Refused } from './session.ts'
import { enterField, signInForm, signOut, whoIs } from './sign-in.ts'
import {
  boughtForm,
  contactForm,
  noteContact,
  readBought,
  snapshot,
  snapshotForm,
} from './snapshot.ts'
import {
  approvalForm,
  approveBooking,
  decideReturn,
  readApprovals,
  readTeam,
  returnForm,
  teamForm,
} from './team.ts'

const BODY_LIMIT = 1024 * 1024

/** A call of the app: its answer is sent as JSON. */
type Call = (session: FieldSession, body: unknown) => Promise<object>

/** Checks the body before the call sees it. */
const taking =
  <T>(schema: z.ZodMiniType<T>, call: (session: FieldSession, body: T) => Promise<object>): Call =>
  (session, body) => {
    const read = schema.safeParse(body)
    if (read.success) return call(session, read.data)
    const field = read.error.issues[0]?.path.join('.')
    throw new Refused(422, { message: 'A value is missing or wrong.', field, code: 'invalid' })
  }

/** Every call, by method and address below /field/api. What is not here is 404. */
export const CALLS: Record<string, Call> = {
  'GET /me': whoIs,
  'POST /sign-in': taking(signInForm, enterField),
  'POST /sign-out': signOut,
  'POST /contact': taking(contactForm, noteContact),
  'POST /act': taking(actForm, takeAct),
  'POST /bought': taking(boughtForm, readBought),
  'POST /photo': taking(photoForm, takePhoto),
  'POST /snapshot': taking(snapshotForm, snapshot),
  'POST /team': taking(teamForm, readTeam),
  'POST /approvals': taking(teamForm, readApprovals),
  'POST /return': taking(returnForm, decideReturn),
  'POST /approve': taking(approvalForm, approveBooking),
}

/** Answers the app for the field: the same SQL functions as everywhere, with the token of the person in the field's cookie. */
export function fieldApi(parts: Parts): Router {
  const api = Router()
  api.use((request, response, next) => {
    response.setHeader('Cache-Control', 'private, no-store')
    answer(parts, request, response).catch(next)
  })
  api.use(failed)
  return api
}

async function answer(parts: Parts, request: Request, response: Response): Promise<void> {
  const call = CALLS[`${request.method} ${request.path}`]
  if (!call) throw new Refused(404, { message: 'There is nothing at this address.' })
  const body = request.method === 'POST' ? readJson(await readBody(request, BODY_LIMIT)) : null
  const session = await openSession(parts, request, response)
  response.json(await call(session, body))
}

function readJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString('utf8'))
  } catch {
    throw new Refused(400, { message: 'The request cannot be read.', code: 'invalid' })
  }
}

/** Answers a refusal, and what the database did not answer. The rest is the server's own failure page. */
const failed: ErrorRequestHandler = (error, request, response, next) => {
  if (response.headersSent) return next(error)
  if (error instanceof RefusedBody) {
    closeAfter(request, response)
    response.status(error.status).json({ message: error.message })
    return
  }
  if (error instanceof Refused) response.status(error.status).json(error.problem)
  else if (error instanceof Unreachable)
    response
      .status(503)
      .setHeader('Retry-After', RETRY_SECONDS)
      .json({ message: problemOf(503).message, code: 'unreachable' })
  else next(error)
}
