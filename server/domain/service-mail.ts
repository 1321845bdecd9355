/** Domain of the addresses of accounts of machines; under `.invalid`, which nobody can register (RFC 2606). */
export const SERVICE_MAIL_DOMAIN = 'service.invalid'

/** Whether an address is one that only the service itself gives. */
export function isServiceMail(mail: string): boolean {
  return mail.toLowerCase().endsWith(`@${SERVICE_MAIL_DOMAIN}`)
}
