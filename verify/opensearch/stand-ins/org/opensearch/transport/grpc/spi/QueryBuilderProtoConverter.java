package org.opensearch.transport.grpc.spi;

/** Stands in for a type of the gRPC transport that k-NN names and Maven Central lacks; nothing calls it. */
public interface QueryBuilderProtoConverter {}
