const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether what comes from there is what was sent: `https:`, or `http:` that does not leave this machine. */
export function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
}
