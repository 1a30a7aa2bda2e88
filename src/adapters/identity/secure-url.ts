const LOOPBACK = /^(localhost|127(\.\d{1,3}){3}|\[::1\])$/;

/** Whether responses from the URL cannot be changed in transit: `https:`, or `http:` to this machine. */
export function isSecureUrl(text: string): boolean {
  const url = URL.parse(text);
  return url?.protocol === "https:" || (url?.protocol === "http:" && LOOPBACK.test(url.hostname));
}
