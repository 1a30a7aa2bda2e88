import type { IncomingMessage, ServerResponse } from "node:http";
import type { Socket } from "node:net";

/** Above this number of waiting requests the server stops reading the connection until some are answered. */
const MAX_WAITING_REQUESTS = 16;
/**
 * Node parses a whole read of up to 64 KiB before a pause takes effect. A connection whose waiting requests take more
 * than this (about 500 small ones) is destroyed.
 */
const MAX_WAITING_BYTES = 2 * 1024 * 1024;
/** The same for all connections together. */
const MAX_TOTAL_WAITING_BYTES = 32 * 1024 * 1024;
/** The most that Node buffers of a request whose body is not read: the limit of its buffer, and one more read. */
const MAX_RECEIVED_BYTES = 128 * 1024;
/** The size of Node's objects for one request and its response, without the received bytes. */
const REQUEST_OVERHEAD_BYTES = 4 * 1024;

type RequestHandler = (request: IncomingMessage, response: ServerResponse) => void;

interface WaitingRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly bytes: number;
}

/**
 * Handles the requests of each connection one after the other, in their order (HTTP/1.1 pipelining), and bounds the
 * memory of the waiting ones, which a client that reads no response could otherwise fill.
 */
export class ConnectionQueues {
  private readonly queues = new WeakMap<Socket, ConnectionQueue>();
  /** Bytes held by the waiting requests of all connections. */
  private waitingBytes = 0;

  constructor(private readonly handle: RequestHandler) {}

  /** Handles the request when those before it on its connection are answered. */
  add(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request;
    let queue = this.queues.get(socket);
    if (!queue) {
      queue = new ConnectionQueue(socket, this.handle, (bytes) => this.reserve(bytes));
      this.queues.set(socket, queue);
    }
    queue.add(request, response);
  }

  /** @param bytes negative to release. @returns false when the limit would be exceeded. */
  private reserve(bytes: number): boolean {
    if (this.waitingBytes + bytes > MAX_TOTAL_WAITING_BYTES) return false;
    this.waitingBytes += bytes;
    return true;
  }
}

class ConnectionQueue {
  /** The response to the request that was handled last. */
  private currentResponse: ServerResponse | undefined;
  private readonly waitingRequests: WaitingRequest[] = [];
  private waitingBytes = 0;
  private accountedBytes = 0;
  private isPaused = false;

  constructor(
    private readonly socket: Socket,
    private readonly handle: RequestHandler,
    private readonly reserve: (bytes: number) => boolean,
  ) {}

  add(request: IncomingMessage, response: ServerResponse): void {
    // Node may still emit requests that it parsed before the connection was destroyed.
    if (this.socket.destroyed) return;
    const receivedBytes = Math.min(this.socket.bytesRead - this.accountedBytes, MAX_RECEIVED_BYTES);
    this.accountedBytes = this.socket.bytesRead;
    if (this.waitingRequests.length === 0 && (!this.currentResponse || this.currentResponse.writableFinished)) {
      this.start(request, response);
      return;
    }
    const bytes = REQUEST_OVERHEAD_BYTES + receivedBytes;
    if (this.waitingBytes + bytes > MAX_WAITING_BYTES || !this.reserve(bytes)) {
      this.socket.destroy();
      return;
    }
    if (this.waitingRequests.length === 0) this.subscribe();
    this.waitingBytes += bytes;
    this.waitingRequests.push({ request, response, bytes });
    if (this.waitingRequests.length > MAX_WAITING_REQUESTS && !this.isPaused) {
      this.isPaused = true;
      this.pause();
    }
  }

  private start(request: IncomingMessage, response: ServerResponse): void {
    this.currentResponse = response;
    this.handle(request, response);
  }

  /** Subscribes to the end of the current response when the first request has to wait. */
  private subscribe(): void {
    this.socket.once("close", this.clear);
    this.currentResponse?.once("close", this.startNext);
  }

  private readonly startNext = (): void => {
    const nextRequest = this.socket.destroyed ? undefined : this.waitingRequests.shift();
    if (!nextRequest) return;
    this.release(nextRequest.bytes);
    if (this.waitingRequests.length > 0) nextRequest.response.once("close", this.startNext);
    else this.socket.off("close", this.clear);
    if (this.isPaused && this.waitingRequests.length <= MAX_WAITING_REQUESTS / 2) {
      this.isPaused = false;
      this.socket.off("resume", this.pause).resume();
    }
    this.start(nextRequest.request, nextRequest.response);
  };

  /** Node resumes a connection by itself whenever the body of a request is read. */
  private readonly pause = (): void => {
    this.socket.off("resume", this.pause).on("resume", this.pause).pause();
  };

  private readonly clear = (): void => {
    this.waitingRequests.length = 0;
    this.release(this.waitingBytes);
  };

  private release(bytes: number): void {
    this.waitingBytes -= bytes;
    this.reserve(-bytes);
  }
}
