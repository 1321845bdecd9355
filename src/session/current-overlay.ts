let overlayOid: string | undefined

/** The overlay of the customer in the address, which every call names while one is entered (`X-Overlay-Oid`). */
export const currentOverlay = {
  read: (): string | undefined => overlayOid,
  write: (oid: string | undefined): void => {
    overlayOid = oid
  },
}
