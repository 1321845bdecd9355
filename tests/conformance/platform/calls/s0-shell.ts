import { data, type Handler, type Routes } from '../http/call.ts'

const page: Handler = ({ path }) => ({ status: 200, html: `<!doctype html><title>Platform</title><p>${path.replace(/[<&]/g, '')}</p>` })

/** What surrounds the tenants: documentation, reporting and the pages of other products. */
export const shellRoutes: Routes = {
  // The contents are not printed: a list of titles with addresses.
  'GET /toc.json': () => ({
    status: 200,
    body: [
      { title: 'Getting started', url: '/docs/start.html' },
      { title: 'Edge boxes', url: '/docs/edge-boxes.html' },
    ],
  }),
  'POST /api/reporting/v1/overlays/{overlayId}/context': () => data([]),
  'GET /salsa/{rest*}': page,
  'GET /supervision/{rest*}': page,
  'GET /reporting-home/{rest*}': page,
}
