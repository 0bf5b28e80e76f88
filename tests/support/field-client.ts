import { randomUUID } from 'node:crypto'
import { DEMO_PASSWORD } from '../../tools/demo-password.ts'
import { HttpClient } from '../../tools/http-client.ts'

/** The app for the field as far as the web server sees it: calls with the field's cookie, without a browser. */
export class FieldClient extends HttpClient {
  readonly device = randomUUID()

  /** Sends a call, as the app does. */
  call(name: string, body?: object): Promise<Response> {
    if (!body) return this.get(`/field/api/${name}`)
    return this.send(
      `/field/api/${name}`,
      { method: 'POST', body: JSON.stringify(body) },
      { 'content-type': 'application/json' },
    )
  }

  enter(email: string, password = DEMO_PASSWORD): Promise<Response> {
    return this.call('sign-in', { email, password, device: this.device, name: 'Test phone' })
  }
}
