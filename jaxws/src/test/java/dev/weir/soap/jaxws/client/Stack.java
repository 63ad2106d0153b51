package dev.weir.soap.jaxws.client;

/** Whose client or server is at an end of a connection. */
enum Stack {
    WEIR,
    CXF,
    METRO
}
